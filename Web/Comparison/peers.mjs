// Facts about the systems that cannot run here, with their sources. `yes`, `no`, `partly`, or `unknown` if its documentation
// doesn't say.
const apple = 'https://developer.apple.com/documentation/swiftui/view'
const kit = 'https://github.com/623637646/ImpressionKit/blob/a5ebeee/ImpressionKit'
const measurement = 'https://github.com/InteractiveAdvertisingBureau/Open-Measurement-JSClients/blob/adc1061/src/common'
const area = [`${kit}/UIViewFunctionExtension.swift`, 'ImpressionKit’s `areaRatio()`']
const detect = [`${kit}/UIViewFunctionExtension.swift`, 'ImpressionKit’s `detect()`']
const visibility = [`${apple}/onscrollvisibilitychange(threshold:_:)`, 'Apple: `onScrollVisibilityChange`']
const appear = [`${apple}/onappear(perform:)`, 'Apple: `onAppear`']
const reasons = [`${measurement}/constants.js`, 'Open Measurement’s reasons']
const events = [`${measurement}/event-typedefs.js`, 'Open Measurement’s events']
const lazy = ['https://github.com/ole/swiftui-view-lifecycle/issues/4', 'View lifecycles, measured']

export const peers = [
  {
    name: '`onScrollVisibilityChange`',
    facts: {
      half: ['yes', 'a threshold, 0.5 by default', visibility],
      ahead: ['yes', 'follows from its threshold', visibility],
      clipped: ['unknown', 'measures against the viewport of the parent view; nested scroll views aren’t mentioned', visibility],
      covered: ['unknown', 'covers aren’t mentioned', visibility],
      faded: ['unknown', 'opacity isn’t mentioned', visibility],
      turned: ['unknown', 'transforms aren’t mentioned', visibility],
      tall: ['no', 'the threshold is a fraction of the view: a tall view can’t reach 1', visibility],
      bar: ['unknown', 'insets aren’t mentioned', visibility],
      dwell: ['no', 'its closure gets a `Bool`, without a time', visibility],
      hidden: ['unknown', 'the app’s state isn’t mentioned', visibility],
      inactive: ['unknown', 'the app’s state isn’t mentioned', visibility],
      recreated: ['no', 'belongs to a view; only `onScrollTargetVisibilityChange` reports ids, of the views on screen', visibility],
      removed: ['unknown', 'removal isn’t mentioned', visibility],
    },
  },
  {
    name: '`onAppear`',
    facts: {
      half: ['no', 'has no threshold', appear],
      ahead: ['no', 'the exact moment depends on the view; it may come before the row is on screen', appear],
      clipped: ['no', 'has no geometry', appear],
      covered: ['no', 'has no geometry', appear],
      faded: ['no', 'has no geometry', appear],
      turned: ['no', 'has no geometry', appear],
      tall: ['no', 'has no geometry', appear],
      bar: ['no', 'has no geometry', appear],
      dwell: ['no', 'has no time', appear],
      hidden: ['no', 'isn’t about the app’s state', appear],
      inactive: ['no', 'isn’t about the app’s state', appear],
      recreated: ['no', 'belongs to a view', appear],
      removed: ['partly', '`onDisappear`; in lazy stacks only since iOS 26', lazy],
    },
  },
  {
    name: 'ImpressionKit',
    facts: {
      half: ['yes', '`areaRatioThreshold`, 0.5 by default', area],
      ahead: ['yes', 'intersects with the screen', area],
      clipped: ['yes', 'intersects with each superview that clips to its bounds', area],
      covered: ['partly', 'only while a view controller is presented; views on top aren’t considered', detect],
      faded: ['yes', 'each superview’s alpha is compared with 0.1; they aren’t multiplied', area],
      turned: ['no', 'intersects bounding boxes', area],
      tall: ['no', 'the ratio’s base is the view’s area', area],
      bar: ['no', 'the viewport is the screen', area],
      dwell: ['yes', '`durationThreshold`, 1 s by default; polled by a timer for each view, every 0.2 s', detect],
      hidden: ['partly', 'only with `redetectOptions`, which are empty by default; the time is the wall clock’s', detect],
      inactive: ['partly', 'only with `willResignActive` in `redetectOptions`, which are empty by default; the time is the wall clock’s', detect],
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
      turned: ['unknown', 'transforms aren’t mentioned', events],
      tall: ['no', 'the percentage’s base is the ad', events],
      bar: ['partly', 'a bar is an obstruction', reasons],
      dwell: ['yes', 'the impression type `viewable`: 1 s for display, 2 s for video', reasons],
      hidden: ['yes', 'the reasons `backgrounded`, `deviceLocked` and `noWindowFocus`', reasons],
      inactive: ['yes', 'the reason `noWindowFocus`', reasons],
      recreated: ['partly', 'one session per ad, which the app keeps', events],
      removed: ['yes', 'the reason `notFound`', reasons],
    },
  },
]
