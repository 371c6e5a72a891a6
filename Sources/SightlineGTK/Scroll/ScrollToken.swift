#if GTK && os(Linux)
/// Ends one scroll registration early. You don't need to keep it; a registration lives as long as
/// the scrolled window.
@MainActor
public final class ScrollToken {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends the registration immediately. Its closure is released and not called again. Further calls
  /// do nothing.
  public func cancel() {
    end?()
    end = nil
  }
}

/// Closures in the order of their registration.
@MainActor
package final class ScrollHandlers<Value> {
  private var entries: [(id: Int, body: @MainActor (Value) -> Void)] = []
  private var lastID = 0
  /// The calls still to make.
  private var due: [(id: Int, value: Value)] = []

  package init() {}

  package func add(_ body: @escaping @MainActor (Value) -> Void) -> ScrollToken {
    lastID += 1
    let id = lastID
    entries.append((id, body))
    return ScrollToken { [weak self] in self?.entries.removeAll { $0.id == id } }
  }

  /// Calls the currently registered closures, skipping any that an earlier one cancels. If a
  /// closure causes another call, all closures first receive the earlier value.
  package func call(_ value: Value) { call([value]) }

  /// Calls the closures with several values, in order.
  func call(_ values: [Value]) {
    due += values.flatMap { value in entries.map { ($0.id, value) } }
    while !due.isEmpty {
      let (id, value) = due.removeFirst()
      entries.first { $0.id == id }?.body(value)
    }
  }
}
#endif
