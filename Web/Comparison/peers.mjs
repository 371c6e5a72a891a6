// Facts about the systems that cannot run here, with their sources. `yes`, `no`, `partly`, or `unknown` if its documentation
// doesn't say.
const apple = 'https://developer.apple.com/documentation/swiftui/view'
const kit = 'https://github.com/623637646/ImpressionKit/blob/a5ebeee/ImpressionKit'
const measurement = 'https://github.com/InteractiveAdvertisingBureau/Open-Measurement-JSClients/blob/adc1061/src/common'
const area = [`${kit}/UIViewFunctionExtension.swift`, 'ImpressionKit’s `areaRatio()`']
const detect = [`${kit}/UIViewFunctionExtension.swift`, 'ImpressionKit’s `detect()`']
const visibility = [`${apple}/onscrollvisibilitychange(threshold:_:)`, 'Apple: `onScrollVisibilityChange`']
// On iOS 18.6, iOS 27.0 and macOS 27, in a comment of 2026-09-19.
export const measured = ['https://github.com/twostraws/KickstartSDK/pull/4', '`onScrollVisibilityChange`, measured']
export const appear = [`${apple}/onappear(perform:)`, 'Apple: `onAppear`']
const reasons = [`${measurement}/constants.js`, 'Open Measurement’s reasons']
const events = [`${measurement}/event-typedefs.js`, 'Open Measurement’s events']
const lazy = ['https://github.com/ole/swiftui-view-lifecycle/issues/4', 'View lifecycles, measured']

/** Facts that the document states once for all cases. */
export const notReported = 'reports no geometry, no time and no state of the app'
export const notMentioned = 'isn’t mentioned'

export const peers = [
  {
    name: '`onScrollVisibilityChange`',
    facts: {
      half: ['yes', 'a threshold, 0.5 by default', visibility],
      ahead: ['yes', '`false` below the fold, then `true`', measured],
      clipped: ['unknown', 'measures against the parent view', visibility],
      covered: ['unknown', 'a view in the sheet is visible', measured],
      faded: ['unknown', notMentioned, visibility],
      turned: ['unknown', 'only `offset` was measured', measured],
      tall: ['no', 'a tall view can’t reach the threshold 1', visibility],
      bar: ['unknown', 'a view in the `safeAreaInset` is visible', measured],
      dwell: ['no', 'reports no time', visibility],
      hidden: ['unknown', notMentioned, visibility],
      inactive: ['unknown', notMentioned, visibility],
      recreated: ['no', 'belongs to a view', visibility],
      removed: ['unknown', notMentioned, visibility],
    },
  },
  {
    name: '`onAppear`',
    facts: {
      half: ['no', notReported, appear],
      ahead: ['no', 'it may come before the row is on screen', appear],
      clipped: ['no', notReported, appear],
      covered: ['no', notReported, appear],
      faded: ['no', notReported, appear],
      turned: ['no', notReported, appear],
      tall: ['no', notReported, appear],
      bar: ['no', notReported, appear],
      dwell: ['no', notReported, appear],
      hidden: ['no', notReported, appear],
      inactive: ['no', notReported, appear],
      recreated: ['no', 'belongs to a view', appear],
      removed: ['partly', '`onDisappear`; in lazy stacks only since iOS 26', lazy],
    },
  },
  {
    name: 'ImpressionKit',
    facts: {
      half: ['yes', '`areaRatioThreshold`, 0.5 by default', area],
      ahead: ['yes', 'intersects with the screen', area],
      clipped: ['yes', 'intersects with each clipping superview', area],
      covered: ['partly', 'only by a presented view controller', detect],
      faded: ['yes', 'compares each superview’s alpha with 0.1', area],
      turned: ['no', 'intersects bounding boxes', area],
      tall: ['no', 'the ratio’s base is the view’s area', area],
      bar: ['no', 'the viewport is the screen', area],
      dwell: ['yes', '`durationThreshold`, 1 s by default', detect],
      hidden: ['partly', 'only with `redetectOptions`, by default empty', detect],
      inactive: ['partly', 'only with `willResignActive` in `redetectOptions`', detect],
      recreated: ['yes', '`ImpressionGroup` counts by index', [`${kit}/ImpressionGroup.swift`, 'ImpressionKit’s groups']],
      removed: ['partly', 'the state `noWindow`, unless it has counted', detect],
    },
  },
  {
    name: 'Open Measurement',
    facts: {
      half: ['yes', 'reports `percentageInView` on each change', events],
      ahead: ['yes', 'the reason `viewport`', reasons],
      clipped: ['yes', 'the reason `clipped`', reasons],
      covered: ['yes', 'the reason `obstructed`; friendly obstructions can be named', reasons],
      faded: ['partly', 'the reason `hidden`; opacity isn’t mentioned', reasons],
      turned: ['unknown', notMentioned, events],
      tall: ['no', 'the percentage’s base is the ad', events],
      bar: ['partly', 'a bar is an obstruction', reasons],
      dwell: ['yes', 'the type `viewable`: 1 s for display, 2 s for video', reasons],
      hidden: ['yes', 'the reasons `backgrounded`, `deviceLocked` and `noWindowFocus`', reasons],
      inactive: ['yes', 'the reason `noWindowFocus`', reasons],
      recreated: ['partly', 'one session per ad, which the app keeps', events],
      removed: ['yes', 'the reason `notFound`', reasons],
    },
  },
]
