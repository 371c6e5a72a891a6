#if canImport(SwiftUI) && !os(watchOS)
public import SightlineSwiftUI

// Four of Sightline's names are SwiftUI's too. In a file that imports both SwiftUI and Sightline the
// name alone means SwiftUI's, as in any other file; Sightline's need their module's name, as in
// `SightlineScroll.ScrollGeometry`.

/// SwiftUI's.
public typealias Scene = SwiftUIScene
/// SwiftUI's.
public typealias LayoutDirection = SwiftUILayoutDirection
/// SwiftUI's.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
public typealias ScrollGeometry = SwiftUIScrollGeometry
/// SwiftUI's.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
public typealias ScrollPhase = SwiftUIScrollPhase
#endif
