#if canImport(SwiftUI) && !os(watchOS)
// Re-export the types used by the public API, so that `import SightlineSwiftUIViews` is enough.
@_exported public import struct SightlineScroll.AdaptiveColumns
@_exported public import struct SightlineScroll.Carousel
@_exported public import struct SightlineScroll.CollapsingHeader
@_exported public import struct SightlineScroll.ColumnLayout
@_exported public import struct SightlineScroll.Easing
@_exported public import protocol SightlineScroll.Interpolatable
@_exported public import struct SightlineScroll.Interpolation
@_exported public import struct SightlineScroll.ItemPosition
@_exported public import struct SightlineScroll.LoadMoreTrigger
@_exported public import struct SightlineScroll.SegmentedTabs
@_exported public import struct SightlineScroll.StretchyHeader
@_exported public import struct SightlineScroll.ViewProgress
@_exported public import SightlineSwiftUI
#endif
