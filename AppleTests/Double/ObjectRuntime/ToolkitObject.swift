/// The base class of the doubles, in place of `NSObject`, whose initialiser belongs to no actor. What
/// Objective-C gives every object: others may attach objects to it and observe its properties.
@MainActor
open class ToolkitObject {
  private var attached: [UnsafeRawPointer: AnyObject] = [:]
  private var observations: [AnyKeyPath: [WeakObservation]] = [:]

  public init() {}

  /// An associated object: kept as long as this one lives.
  public subscript(attached key: UnsafeRawPointer) -> AnyObject? {
    get { attached[key] }
    set { attached[key] = newValue }
  }

  private struct WeakObservation {
    weak var token: NSKeyValueObservation?
  }

  func add(_ token: NSKeyValueObservation, for keyPath: AnyKeyPath) {
    observations[keyPath, default: []].append(WeakObservation(token: token))
  }

  /// Tells the observers of a property, at once.
  public func didChangeValue(for keyPath: AnyKeyPath) {
    guard let known = observations[keyPath] else { return }
    for entry in known { entry.token?.changed?() }
    observations[keyPath]?.removeAll { $0.token?.changed == nil }
  }

  /// Whether somebody observes a property.
  public func isObserved(_ keyPath: AnyKeyPath) -> Bool {
    observations[keyPath]?.contains { $0.token?.changed != nil } ?? false
  }
}

extension ToolkitObject: @MainActor Hashable {
  public static func == (one: ToolkitObject, other: ToolkitObject) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
