// A pass takes all changes and produces one ordered batch of events.
extension VisibilityEngine {
  /// Evaluates everything that changed since the last pass and fills ``changes``, ``impressions``
  /// and ``exposures``.
  ///
  /// Sleep since the last pass counts as if it had ended with this one. Cool-downs that go on in it
  /// end before ``nextDeadline``, so pass again soon after the device has woken up.
  ///
  /// - Parameter time: the time on the device's clocks; in tests and on a device that never sleeps,
  ///   a ``MonotonicTime``. A time before the last pass counts as that of the last pass.
  /// - Returns: whether there are any events.
  /// - Complexity: O(1) if nothing changed and no deadline has come; otherwise O((items on screen +
  ///   changes) · log items), where a target counts once for each cover over it, and thousands of
  ///   covers over one target with their square. A steady pass allocates nothing.
  @discardableResult
  public func pass(at time: DeviceTime) -> Bool {
    let hasEvents = tables.pass(at: time, with: &pass)
    if let didPass, pass.hasEvaluated { didPass(self) }
    return hasEvents
  }

  /// Passes on a device that has not slept since the last pass. The reference leaves it out,
  /// because links would need the types.
  @_documentation(visibility: internal)
  @discardableResult
  public func pass(at time: MonotonicTime) -> Bool { pass(at: DeviceTime(awake: time)) }

  /// The time of the last pass; `nil` before the first.
  package var timeOfLastPass: MonotonicTime? { tables.timeOfLastPass }

  /// The time the device has slept, as of the last pass.
  package var asleep: Duration { .nanoseconds(tables.ledger.asleep) }
}
