/// The kinds of edits: `SightlineEdit` of `Web/sightline.h`, which has their fields. The engine for
/// JavaScript reads them by the same file, through a link in `Web/Interface`.
enum EditKind: UInt32 {
  case addContainer = 1
  case setContainer, setContainerAppearance, scroll, moveContainer, removeContainer
  case addTarget, setTargetFrame, setTargetAppearance, moveTarget, removeTarget
  case addCover, setCover, setCoverAppearance, moveCover, removeCover
  case addViewport, setMargins, removeViewport
  case setRule, setPolicy, watch, watchForImpressions, unwatch
  case setForeground, beginSession, beginScreenVisit, beginDay
}
