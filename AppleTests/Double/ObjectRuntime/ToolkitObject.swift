/// The base class of the doubles, replacing `NSObject`, whose initialiser is isolated to no actor.
/// As in Objective-C, other code may attach objects to any object and observe its properties.
@MainActor
open class ToolkitObject {
  /// The attached objects. There are few, so searching a list is faster than a table.
  private var attached: [(key: UnsafeRawPointer, value: AnyObject)] = []
  private var observations: [AnyKeyPath: [WeakObservation]] = [:]

  public init() {}

  /// An associated object, kept as long as this one lives.
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

  /// Notifies the observers of a property immediately.
  public func didChangeValue(for keyPath: AnyKeyPath) {
    guard let entries = observations[keyPath] else { return }
    for entry in entries { entry.token?.changed?() }
    observations[keyPath]?.removeAll { $0.token?.changed == nil }
  }

  /// Whether a property is observed.
  public func isObserved(_ keyPath: AnyKeyPath) -> Bool {
    observations[keyPath]?.contains { $0.token?.changed != nil } ?? false
  }
}

extension ToolkitObject: @MainActor Hashable {
  public static func == (one: ToolkitObject, other: ToolkitObject) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
