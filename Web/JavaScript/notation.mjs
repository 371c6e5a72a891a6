// The words and codes of records, sessions and options, from Sources/SightlineCore/Notation.swift.
// `scripts/check notation --fix` writes this file.

/** The kinds of edits: `SightlineEdit` in `sightline.h`. */
export const edits = {
  addContainer: 1, setContainer: 2, setContainerAppearance: 3, scroll: 4, moveContainer: 5, removeContainer: 6, addTarget: 7,
  setTargetFrame: 8, setTargetAppearance: 9, moveTarget: 10, removeTarget: 11, addCover: 12, setCover: 13, setCoverAppearance: 14,
  moveCover: 15, removeCover: 16, addViewport: 17, setMargins: 18, removeViewport: 19, setRule: 20, setPolicy: 21, watch: 22,
  watchForImpressions: 23, unwatch: 24, setForeground: 25, beginSession: 26, beginScreenVisit: 27, beginDay: 28,
  replacePolicy: 29, restore: 30, sleep: 31, setPixelLength: 32, setReadingDirection: 33, setScrollSource: 34, endExposures: 35,
  forgetAllImpressions: 36,
}

/** The reasons, by code. */
export const reasons = [
  null, 'removed', 'notMeasurable', 'inactive', 'hidden', 'transparent', 'zeroArea', 'tooSmall', 'outOfViewport', 'clipped',
  'covered', 'edgesUnseen',
]
/** The reasons in the words of the command. */
export const reasonTexts = {
  removed: 'removed', notMeasurable: 'not measurable', inactive: 'inactive', hidden: 'hidden', transparent: 'transparent',
  zeroArea: 'zero area', tooSmall: 'too small', outOfViewport: 'out of viewport', clipped: 'clipped', covered: 'covered',
  edgesUnseen: 'edges unseen',
}
/** The reasons in words for people who use an app. */
export const reasonLabels = {
  removed: 'removed', notMeasurable: 'not measurable', inactive: 'inactive', hidden: 'hidden', transparent: 'transparent',
  zeroArea: 'no area', tooSmall: 'too small', outOfViewport: 'out of view', clipped: 'clipped', covered: 'covered',
  edgesUnseen: 'edges not seen yet',
}

/** The edges and causes of an exit: its code is 1 + the index of the edge + the number of edges × the index of the cause. */
export const edges = ['top', 'bottom', 'leading', 'trailing']
export const causes = ['scroll', 'change']

/** The measures of a rule, by code, and in words. */
export const measures = ['item', 'viewport', 'smaller', 'edges']
export const measureLabels = ['the item’s area', 'the viewport’s area', 'the smaller of both', 'all edges seen']

/**
 * The numbers of a rule besides its thresholds, in the order of its record: the name in Swift, JavaScript and sessions, the option in texts
 * with an example and the expected value, the range, the default, and the field of the viewer with its unit.
 */
export const ruleNumbers = [
  { name: 'hysteresis', option: 'hysteresis', example: '0.1', expectation: 'a fraction from 0 to 1',
    range: [0, 1], usual: 0 },
  { name: 'minimumOpacity', option: 'opacity', example: '0.5', expectation: 'an opacity from 0 to 1',
    range: [0, 1], usual: 0.01, label: 'Minimum opacity', unit: '%' },
  { name: 'minimumArea', option: 'area', example: '400', expectation: 'a minimum area in square points',
    range: [0, Number.MAX_VALUE], usual: 0, label: 'Minimum visible area', unit: 'pt²' },
]

/** The kinds of repetition, by code, with their names in Swift and the units of their numbers; a count is per day. */
export const repetitions = [
  { word: 'once', swift: 'once' },
  { word: 'session', swift: 'oncePerSession' },
  { word: 'visit', swift: 'oncePerScreenVisit' },
  { word: 'leaving', swift: 'afterLeaving' },
  { word: 'coolDown', swift: 'afterCoolDown', unit: 'duration' },
  { word: 'day', swift: 'perDay', unit: 'count' },
]
export const repetitionWords = repetitions.map(({ word }) => word)

/** The presets of policies: a fraction of the item's area, and a dwell. */
export const presets = {
  feed: { label: 'Feed item', share: 0.7, seconds: 0 },
  mrcDisplay: { label: 'Display ad', share: 0.5, seconds: 1 },
  mrcLargeDisplay: { label: 'Large display ad', share: 0.3, seconds: 1 },
  mrcVideo: { label: 'Video ad', share: 0.5, seconds: 2 },
}
