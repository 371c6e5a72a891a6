/// The kinds of edits: `SightlineEdit` in `Web/sightline.h`, which documents their fields. The
/// JavaScript engine reads them through the same file, linked in `Web/Interface`.
enum EditKind: UInt32, CaseIterable {
  case addContainer = 1
  case setContainer, setContainerAppearance, scroll, moveContainer, removeContainer
  case addTarget, setTargetFrame, setTargetAppearance, moveTarget, removeTarget
  case addCover, setCover, setCoverAppearance, moveCover, removeCover
  case addViewport, setMargins, removeViewport
  case setRule, setPolicy, watch, watchForImpressions, unwatch
  case setForeground, beginSession, beginScreenVisit, beginDay
  case replacePolicy, restore, sleep, setPixelLength, setReadingDirection, setScrollSource
  case endExposures, forgetAllImpressions
}
