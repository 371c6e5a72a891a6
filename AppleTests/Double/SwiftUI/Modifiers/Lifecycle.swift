import VirtualTime

nonisolated private struct AppearModifier: PrimitiveModifier {
  let appear: (() -> Void)?
  let disappear: (() -> Void)?

  private final class State {
    var disappear: (() -> Void)?
    var hasAppeared = false
  }

  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
  {
    let state = node.stored { State() }
    state.disappear = disappear
    let elements = node.evaluate(content, 0, inputs)
    if !state.hasAppeared {
      state.hasAppeared = true
      if let appear { node.host.afterUpdate(.appear, appear) }
      node.onRemoval { [host = node.host] in
        guard let disappear = state.disappear else { return }
        host.afterUpdate(.disappear, disappear)
      }
    }
    return elements
  }
}

nonisolated private struct ChangeModifier<Value: Equatable>: PrimitiveModifier {
  let value: Value
  let isInitial: Bool
  /// Whether it calls the closure of the last evaluation before the change, as `onChange` with one
  /// value does: "The old value can be captured by the closure".
  var callsFormerClosure = false
  let action: (_ old: Value, _ new: Value) -> Void

  private final class Last {
    var value: Value?
    var action: ((_ old: Value, _ new: Value) -> Void)?
  }

  /// Calls the closure after the update.
  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
  {
    let last = node.stored { Last() }
    let (old, new) = (last.value, value)
    let action = callsFormerClosure ? last.action ?? action : action
    (last.value, last.action) = (new, self.action)
    if old.map({ $0 != new }) ?? isInitial {
      node.host.afterUpdate(.change) { action(old ?? new, new) }
    }
    return node.evaluate(content, 0, inputs)
  }
}

nonisolated private struct TaskModifier<ID: Equatable>: PrimitiveModifier {
  let id: ID
  let action: @Sendable () async -> Void

  private final class Running {
    var id: ID?
    var task: Task<Void, Never>?
  }

  /// Begins in a turn after the update, and is cancelled with the view or by a change of the id.
  @MainActor func elements(of content: any View, _ node: Node, _ inputs: Inputs) -> [LayoutElement]
  {
    let running = node.stored {
      let running = Running()
      node.onRemoval {
        running.id = nil
        running.task?.cancel()
      }
      return running
    }
    if running.id != id {
      running.task?.cancel()
      running.id = id
      let (id, action) = (id, action)
      node.host.afterUpdate(.appear) {
        VirtualRunLoop.main.post {
          guard running.id == id else { return }
          running.task = Task.immediate { @MainActor in await action() }
        }
      }
    }
    return node.evaluate(content, 0, inputs)
  }
}

nonisolated extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    modifier(AppearModifier(appear: action, disappear: nil))
  }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    modifier(AppearModifier(appear: nil, disappear: action))
  }

  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (_ newValue: Value) -> Void
  ) -> some View {
    modifier(
      ChangeModifier(value: value, isInitial: false, callsFormerClosure: true) { action($1) })
  }

  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false,
    _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> some View {
    modifier(ChangeModifier(value: value, isInitial: initial, action: action))
  }

  public func task<ID: Equatable>(
    id value: ID, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { modifier(TaskModifier(id: value, action: action)) }

  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { task(id: 0, priority: priority, action) }
}
