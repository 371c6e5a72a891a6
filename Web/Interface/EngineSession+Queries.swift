import SightlineCore

// Answers the queries in the input buffer.
extension EngineSession {
  mutating func states(size: UInt32) throws(Refusal) {
    answers.clear()
    var reader = try reader(size)
    while !reader.isAtEnd {
      refusedAt = reader.position
      let target = reader.u32()
      let viewport = reader.u32()
      let rule = reader.u32()
      _ = reader.u32()
      if reader.isCutOff { throw .cutOff }
      let id = try self.target(target)
      let window = try self.viewport(viewport)
      let state = engine.state(of: id, in: window)
      answers.append(state.fraction)
      answers.append(state.viewportShare)
      answers.append(state.smallerShare)
      answers.append(state.opacity)
      answers.append(state.visibleRect ?? .zero)
      answers.append(state.boundingRect ?? .zero)
      answers.append(state.viewportRect)
      var flags: UInt32 = state.isIntersecting ? 1 : 0
      if state.isFullyVisible { flags |= 2 }
      if state.visibleRect != nil { flags |= 4 }
      if state.boundingRect != nil { flags |= 8 }
      answers.append(flags)
      var reason = state.reason
      if rule != .max {
        let rule = try self.rule(rule)
        reason = engine.reason(id, isNotVisibleUnder: rule, in: window)
      }
      answers.append(code(reason))
    }
  }

  mutating func items(size: UInt32, at time: MonotonicTime) throws(Refusal) {
    answers.clear()
    var reader = try reader(size)
    while !reader.isAtEnd {
      refusedAt = reader.position
      let identity = ItemIdentity(reader.u64())
      let number = reader.u32()
      _ = reader.u32()
      if reader.isCutOff { throw .cutOff }
      let policy = try self.policy(number)
      if let exposure = engine.exposure(of: identity, for: policy, at: time) {
        answers.append(exposure)
      } else {
        for _ in 0..<5 { answers.append(UInt64(0)) }
        answers.append(UInt32(0))
      }
      answers.append(
        UInt32(truncatingIfNeeded: engine.impressionCount(of: identity, for: policy)))
      answers.append(engine.dwellProgress(of: identity, for: policy, at: time))
    }
  }
}
