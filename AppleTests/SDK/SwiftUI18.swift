// SwiftUI's scroll APIs of iOS 18 and macOS 15, as declarations for type-checking only, because the
// available SDK copies end at iOS 17. Signatures follow Apple's documentation. Bodies never run.
// Not part of the package.
import SwiftUI

// MARK: ScrollGeometry
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct ScrollGeometry : Equatable, Sendable {
  public var contentOffset: CGPoint { get { fatalError() } set { fatalError() } }
  public var contentSize: CGSize { get { fatalError() } set { fatalError() } }
  public var contentInsets: EdgeInsets { get { fatalError() } set { fatalError() } }
  public var containerSize: CGSize { get { fatalError() } set { fatalError() } }
  public var visibleRect: CGRect { get { fatalError() } }
  public var bounds: CGRect { get { fatalError() } }
  public static func == (a: ScrollGeometry, b: ScrollGeometry) -> Bool { fatalError() }
}
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension ScrollGeometry {
  public init(contentOffset: CGPoint, contentSize: CGSize, contentInsets: EdgeInsets, containerSize: CGSize) { fatalError() }
}
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension ScrollGeometry : CustomDebugStringConvertible {
  public var debugDescription: String { get { fatalError() } }
}

// MARK: ScrollPhase
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
@frozen public enum ScrollPhase : Hashable, Sendable {
  case idle
  case tracking
  case interacting
  case decelerating
  case animating
  public var isScrolling: Bool { get { fatalError() } }
}
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension ScrollPhase : CustomDebugStringConvertible {
  public var debugDescription: String { get { fatalError() } }
}
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct ScrollPhaseChangeContext {
  public var geometry: ScrollGeometry { get { fatalError() } }
  public var velocity: CGVector? { get { fatalError() } }
}
@available(*, unavailable)
extension ScrollPhaseChangeContext : Sendable {
}

// MARK: ScrollPosition
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct ScrollPosition : Equatable, Sendable {
  public static func == (a: ScrollPosition, b: ScrollPosition) -> Bool { fatalError() }
}
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension ScrollPosition {
  public init(id: some Hashable & Sendable, anchor: UnitPoint? = nil) { fatalError() }
  public init(idType: (some Hashable & Sendable).Type = Never.self) { fatalError() }
  public init(idType: (some Hashable & Sendable).Type = Never.self, edge: Edge) { fatalError() }
  public init(idType: (some Hashable & Sendable).Type = Never.self, point: CGPoint) { fatalError() }
  public init(idType: (some Hashable & Sendable).Type = Never.self, x: CGFloat, y: CGFloat) { fatalError() }
  public init(idType: (some Hashable & Sendable).Type = Never.self, x: CGFloat) { fatalError() }
  public init(idType: (some Hashable & Sendable).Type = Never.self, y: CGFloat) { fatalError() }
  public mutating func scrollTo(id: some Hashable & Sendable, anchor: UnitPoint? = nil) { fatalError() }
  public mutating func scrollTo(edge: Edge) { fatalError() }
  public mutating func scrollTo(point: CGPoint) { fatalError() }
  public mutating func scrollTo(x: CGFloat, y: CGFloat) { fatalError() }
  public mutating func scrollTo(x: CGFloat) { fatalError() }
  public mutating func scrollTo(y: CGFloat) { fatalError() }
  public var isPositionedByUser: Bool { get { fatalError() } set { fatalError() } }
  public var edge: Edge? { get { fatalError() } }
  public var point: CGPoint? { get { fatalError() } }
  @available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
  public var x: CGFloat? { get { fatalError() } }
  @available(iOS 26.0, macOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *)
  public var y: CGFloat? { get { fatalError() } }
  public var viewID: (any Hashable & Sendable)? { get { fatalError() } }
  public func viewID<T>(type: T.Type) -> T? where T : Hashable, T : Sendable { fatalError() }
}

// MARK: View
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
extension View {
  nonisolated public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> some View { EmptyView() }
  nonisolated public func onScrollPhaseChange(_ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void) -> some View { EmptyView() }
  nonisolated public func onScrollPhaseChange(_ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase, _ context: ScrollPhaseChangeContext) -> Void) -> some View { EmptyView() }
  nonisolated public func onScrollGeometryChange<T>(for type: T.Type, of transform: @escaping (ScrollGeometry) -> T, action: @escaping (_ oldValue: T, _ newValue: T) -> Void) -> some View where T : Equatable { EmptyView() }
  nonisolated public func onScrollVisibilityChange(threshold: Double = 0.5, _ action: @escaping (Bool) -> Void) -> some View { EmptyView() }
  nonisolated public func onScrollTargetVisibilityChange<ID>(idType: ID.Type, threshold: Double = 0.5, _ action: @escaping ([ID]) -> Void) -> some View where ID : Hashable { EmptyView() }
}
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, visionOS 1.0, *)
extension View {
  // @preconcurrency as in Apple's declaration.
  @preconcurrency nonisolated public func onGeometryChange<T>(for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T, action: @escaping (_ newValue: T) -> Void) -> some View where T : Equatable, T : Sendable { EmptyView() }
  // @preconcurrency as in Apple's declaration.
  @preconcurrency nonisolated public func onGeometryChange<T>(for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T, action: @escaping (_ oldValue: T, _ newValue: T) -> Void) -> some View where T : Equatable, T : Sendable { EmptyView() }
}

@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension AccessibilityTraits {
  public static var isTabBar: AccessibilityTraits { fatalError() }
}
