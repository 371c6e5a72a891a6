open class UIControl: UIView {
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 1 << 6)
    public static let valueChanged = Event(rawValue: 1 << 12)
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
  }

  private struct Entry {
    var action: UIAction
    var event: Event
  }

  private var actions: [Entry] = []
  open var isSelected = false
  open var isEnabled = true

  /// Adds an action, replacing one with the same identifier.
  public func addAction(_ action: UIAction, for event: Event) {
    removeAction(identifiedBy: action.identifier, for: event)
    actions.append(Entry(action: action, event: event))
  }

  public func removeAction(identifiedBy identifier: UIAction.Identifier, for event: Event) {
    actions.removeAll { $0.action.identifier == identifier && $0.event == event }
  }

  public func sendActions(for event: Event) {
    for entry in actions where entry.event == event { entry.action.handler(entry.action) }
  }
}

open class UIButton: UIControl {}

/// A control that follows a finger sideways.
open class UISlider: UIControl {}

@MainActor
public final class UIAction {
  public struct Identifier: Hashable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public let identifier: Identifier
  let handler: @MainActor (UIAction) -> Void
  private static var count = 0

  public init(
    identifier: Identifier? = nil, handler: @escaping @MainActor (UIAction) -> Void
  ) {
    Self.count += 1
    self.identifier = identifier ?? Identifier("action \(Self.count)")
    self.handler = handler
  }
}
