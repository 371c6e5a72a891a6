// The words and codes of the engine's records and options. The tests compare them with the engine (`NotationTests`,
// `Web/Tests/notation.test.mjs`).

/** The kinds of edits: `SightlineEdit` in `sightline.h`. */
export const edits = {
  addContainer: 1, setContainer: 2, setContainerAppearance: 3, scroll: 4, moveContainer: 5, removeContainer: 6,
  addTarget: 7, setTargetFrame: 8, setTargetAppearance: 9, moveTarget: 10, removeTarget: 11,
  addCover: 12, setCover: 13, setCoverAppearance: 14, moveCover: 15, removeCover: 16,
  addViewport: 17, setMargins: 18, removeViewport: 19, setRule: 20, setPolicy: 21,
  watch: 22, watchForImpressions: 23, unwatch: 24,
  setForeground: 25, beginSession: 26, beginScreenVisit: 27, beginDay: 28,
  replacePolicy: 29, restore: 30, sleep: 31, setPixelLength: 32, setReadingDirection: 33, setScrollSource: 34,
  endExposures: 35, forgetAllImpressions: 36,
}

/** The measures of a rule, by code. */
export const measures = ['item', 'viewport', 'smaller', 'edges']

/** The kinds of repetition, by code, with their names in Swift, the units of their numbers, and whether they depend on the day. */
export const repetitions = [
  { word: 'once', swift: 'once' },
  { word: 'session', swift: 'oncePerSession' },
  { word: 'visit', swift: 'oncePerScreenVisit' },
  { word: 'leaving', swift: 'afterLeaving' },
  { word: 'coolDown', swift: 'afterCoolDown', unit: 'duration' },
  { word: 'day', swift: 'perDay', unit: 'count', isByDay: true },
]
export const repetitionWords = repetitions.map(({ word }) => word)
