/// The base class of the doubles, in place of `NSObject`, whose initialiser belongs to no actor.
/// What Objective-C gives every object: others may attach objects to it and observe its properties.
@MainActor
open class ToolkitObject {
  /// Few: a list is found through faster than a table.
  private var attached: [(key: UnsafeRawPointer, value: AnyObject)] = []
  private var observations: [AnyKeyPath: [WeakObservation]] = [:]

  public init() {}

  /// An associated object: kept as long as this one lives.
  public subscript(attached key: UnsafeRawPointer) -> AnyObject? {
    get {
      for entry in attached where entry.key == key { return entry.value }
      return nil
    }
    set {
      let index = attached.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): attached[index].value = value
      case (let index?, nil): attached.remove(at: index)
      case (nil, let value?): attached.append((key, value))
      case (nil, nil): break
      }
    }
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
