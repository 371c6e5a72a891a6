import SightlineCore

extension LineEncoder {
  /// Writes what comes after `k`.
  mutating func content(_ line: TraceLine) {
    switch line {
    case .meta(let meta): write(meta)
    case .observer(let observer): write(observer)
    case .step(let step): write(step)
    case .node(let node): write(node)
    case .observe(let observe):
      field("s", observe.step)
      field("ids", ids: observe.ids)
    case .delta(let delta): write(delta)
    case .snapshot(let snapshot): write(snapshot)
    case .entry(let entry): write(entry)
    case .names: field("v", ids: [])
    case .view(let view): write(view)
    case .watch(let watch): write(watch)
    case .unwatch(let unwatch):
      field("s", unwatch.step)
      field("w", unwatch.watch)
    case .app(let app): write(app)
    case .change(let change): write(change)
    case .impression(let impression): write(impression)
    }
  }

  private mutating func write(_ meta: TraceMeta) {
    field("v", meta.version)
    if let recorder = meta.recorder { field("ua", recorder) }
    if let mode = meta.mode { field("mode", mode) }
    if let page = meta.page { field("page", page) }
    if let size = meta.viewport { field("viewport", numbers: [size.width, size.height]) }
    if let targets = meta.targets { field("targets", targets) }
    if let interval = meta.stepMilliseconds { field("dt", interval) }
    if let unit = meta.unit { field("unit", unit) }
  }

  private mutating func write(_ step: TraceStep) {
    field("s", step.step)
    field("ms", step.milliseconds)
    if let nanoseconds = step.nanoseconds { field("ns", nanoseconds) }
    if let action = step.action {
      key("do")
      raw(action)
    }
  }

  private mutating func write(_ node: TraceNode) {
    field("id", node.id)
    field("p", node.parent ?? -1)
    field("frame", node.frame)
    if let clip = node.clip { field("clip", clip) }
    if let scroll = node.scroll { field("scroll", scroll) }
    if let transform = node.transform { field("tf", transform) }
    flag("fixed", node.isFixed)
    if share(node.opacity) != 1 { field("opacity", share(node.opacity)) }
    flag("hidden", node.isHidden)
    flag("gone", node.isGone)
    if node.z != 0 { field("z", node.z) }
    if let cover = node.cover { field("cover", code: cover.traceCode) }
    flag("box", node.isContainer)
    flag("target", node.isTarget)
    flag("shift", node.isShift)
  }

  /// An opacity as the engine takes it: within 0...1, and 1 where it is not a number.
  private func share(_ opacity: Double) -> Double {
    opacity.isNaN ? 1 : min(max(opacity, 0), 1)
  }

  private mutating func write(_ delta: TraceDelta) {
    field("s", delta.step)
    if !delta.set.isEmpty { list("set", delta.set) { $0.write($1) } }
    if !delta.add.isEmpty { list("add", delta.add) { $0.write($1) } }
    if !delta.remove.isEmpty { field("rm", ids: delta.remove) }
  }

  private mutating func list<Value>(
    _ name: StaticString, _ values: [Value], _ body: (inout LineEncoder, Value) -> Void
  ) {
    key(name)
    array {
      for value in values {
        $0.element()
        $0.object { body(&$0, value) }
      }
    }
  }

  private mutating func write(_ patch: TraceNodePatch) {
    field("id", patch.id)
    if let parent = patch.parent { field("p", parent) }
    if let frame = patch.frame { field("frame", frame) }
    write("clip", patch.clip) { $0.field($1, $2) }
    write("scroll", patch.scroll) { $0.field($1, $2) }
    write("tf", patch.transform) { $0.field($1, $2) }
    write("fixed", patch.isFixed) { $0.field($1, $2) }
    write("opacity", patch.opacity) { $0.field($1, $0.share($2)) }
    write("hidden", patch.isHidden) { $0.field($1, $2) }
    write("gone", patch.isGone) { $0.field($1, $2) }
    write("z", patch.z) { $0.field($1, $2) }
    write("cover", patch.cover) { $0.field($1, code: $2.traceCode) }
    write("box", patch.isContainer) { $0.field($1, $2) }
    write("target", patch.isTarget) { $0.field($1, $2) }
    write("shift", patch.isShift) { $0.field($1, $2) }
  }

  private mutating func write<Value>(
    _ name: StaticString, _ patch: TracePatch<Value>,
    _ body: (inout LineEncoder, StaticString, Value) -> Void
  ) {
    switch patch {
    case .keep: break
    case .clear: null(name)
    case .set(let value): body(&self, name, value)
    }
  }
}

// The lines of a browser.
extension LineEncoder {
  private mutating func write(_ observer: TraceObserver) {
    field("o", observer.observer)
    field("root", observer.root)
    field("margin", MarginsText.print(observer.margins))
    if observer.scrollMargins != .zero {
      field("scrollMargin", MarginsText.print(observer.scrollMargins))
    }
    field("thr", numbers: observer.thresholds)
    flag("v2", observer.tracksOcclusion)
  }

  private mutating func write(_ snapshot: TraceSnapshot) {
    field("s", snapshot.step)
    field("o", snapshot.observer)
    field("root", optional: snapshot.root)
    field("n", snapshot.watched)
    key("v")
    array {
      for target in snapshot.targets {
        $0.element()
        $0.array {
          $0.element()
          $0.raw("\(target.id)")
          $0.element()
          $0.number(target.ratio)
          for rect in [target.intersection, target.bounds] {
            $0.element()
            $0.numbers([rect.minX, rect.minY, rect.width, rect.height])
          }
        }
      }
    }
  }

  private mutating func write(_ entry: TraceEntry) {
    field("s", entry.step)
    field("o", entry.observer)
    field("id", entry.id)
    field("t", entry.milliseconds)
    field("br", entry.bounds)
    field("ir", entry.intersection)
    field("rb", optional: entry.root)
    field("q", entry.ratio)
    field("in", entry.isIntersecting)
    if let isVisible = entry.isVisible { field("vis", isVisible) }
  }
}

// The lines of Sightline's own engine.
extension LineEncoder {
  private mutating func write(_ view: TraceView) {
    field("s", view.step)
    field("v", view.view)
    switch view.action {
    case .remove: field("rm", true)
    case .place(let placement):
      field("root", placement.root)
      let margins = finite(placement.margins)
      let scrollMargins = finite(placement.scrollMargins)
      field("margin", margins.points)
      if margins.fractions != .zero { field("share", margins.fractions) }
      if scrollMargins.points != .zero { field("scrollMargin", scrollMargins.points) }
      if scrollMargins.fractions != .zero { field("scrollShare", scrollMargins.fractions) }
    }
  }

  /// Margins without what is not finite: a side with such a number does not move (see ``ViewportMargins``).
  private func finite(_ margins: ViewportMargins) -> ViewportMargins {
    var result = margins
    for side in [\LayoutInsets.top, \.left, \.bottom, \.right] {
      if !margins.points[keyPath: side].isFinite || !margins.fractions[keyPath: side].isFinite {
        result.points[keyPath: side] = 0
        result.fractions[keyPath: side] = 0
      }
    }
    return result
  }

  private mutating func write(_ watch: TraceWatch) {
    field("s", watch.step)
    field("w", watch.watch)
    field("id", watch.id)
    field("v", watch.view)
    if let name = watch.name { field("name", TraceWatch.shortened(name)) }
    let rule = watch.rule
    key("rule")
    object {
      $0.field("of", code: rule.measure.traceCode)
      $0.field("thr", numbers: rule.thresholds)
      if rule.hysteresis != 0 { $0.field("hyst", rule.hysteresis) }
      if rule.minimumOpacity != VisibilityRule.defaultMinimumOpacity {
        $0.field("alpha", rule.minimumOpacity)
      }
      if rule.minimumArea != 0 { $0.field("area", rule.minimumArea) }
    }
    guard case .impression(let identity, let policy) = watch.purpose else { return }
    key("see")
    object {
      $0.field("id", identity.rawValue)
      $0.field("dwell", policy.dwell.saturatedNanoseconds)
      $0.flag("sum", policy.accumulation == .cumulative)
      $0.flag("pause", policy.inactivity == .pauses)
      $0.field("again", code: policy.repetition.traceCode)
      if let number = policy.repetition.traceNumber { $0.field("n", number) }
      // A limit beyond every speed is none.
      if let speed = policy.scrollSpeedLimit, speed.isFinite { $0.field("speed", speed) }
    }
  }

  private mutating func write(_ app: TraceApp) {
    field("s", app.step)
    switch app.event {
    case .active(let isActive): field("active", isActive)
    case .session: field("session", true)
    case .visit: field("visit", true)
    case .day(let day): field("day", day)
    }
  }

  private mutating func write(_ change: TraceChange) {
    field("s", change.step)
    field("w", change.watch)
    field("on", change.isVisible)
    field("thr", change.threshold)
    field("f", change.fraction.isFinite ? change.fraction : 0)
    if let reason = change.reason { field("why", code: reason.traceCode) }
  }

  private mutating func write(_ impression: TraceImpression) {
    field("s", impression.step)
    field("w", impression.watch)
    field("id", impression.identity.rawValue)
    field("ns", impression.time.nanoseconds)
    field("n", impression.count)
  }
}
