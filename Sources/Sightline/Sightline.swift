// One import for everything: `import Sightline`. Each adapter is empty where its toolkit is
// missing. The modules for GTK are imported by name: building them takes GTK's headers.
@_exported public import SightlineAppleViews
@_exported public import SightlineSwiftUIViews
@_exported public import SightlineVocabulary

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
