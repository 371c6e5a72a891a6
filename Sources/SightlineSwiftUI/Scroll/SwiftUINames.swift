#if canImport(SwiftUI) && !os(watchOS)
// Imports nothing but SwiftUI, so that these names can only mean SwiftUI's.
public import SwiftUI

/// SwiftUI's `Scene`, where SightlineCore's is visible too.
public typealias SwiftUIScene = Scene
/// SwiftUI's `LayoutDirection`, where SightlineScroll's is visible too.
public typealias SwiftUILayoutDirection = LayoutDirection
/// SwiftUI's `ScrollGeometry`, where SightlineScroll's is visible too.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
public typealias SwiftUIScrollGeometry = ScrollGeometry
/// SwiftUI's `ScrollPhase`, where SightlineScroll's is visible too.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
public typealias SwiftUIScrollPhase = ScrollPhase
#endif
