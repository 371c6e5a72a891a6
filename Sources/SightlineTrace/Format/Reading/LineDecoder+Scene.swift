import SightlineCore

extension LineDecoder {
  mutating func node(_ kind: StaticString) throws(Problem) -> TraceNode {
    let patch = try patch(kind)
    let parent = try json.require(patch.parent, "p", kind)
    let frame = try json.require(patch.frame, "frame", kind)
    return patch.applied(to: TraceNode(patch.id, in: nil, frame: frame), parent: parent)
  }

  mutating func delta() throws(Problem) -> TraceDelta {
    var step: Int?
    var delta = TraceDelta(step: 0)
    var seen: (set: Bool, add: Bool, remove: Bool) = (false, false, false)
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "set":
        if seen.set { throw .duplicateKey("set") }
        seen.set = true
        try json.beginArray(key)
        while try json.nextElement() {
          try json.checkRoom(after: delta.set.count, key)
          try json.beginObject(key)
          let patch = try patch("set")
          if patch.parent == -1 {
            throw .badValue(key: "p", reason: "a node cannot become the root")
          }
          delta.set.append(patch)
        }
      case "add":
        if seen.add { throw .duplicateKey("add") }
        seen.add = true
        try json.beginArray(key)
        while try json.nextElement() {
          try json.checkRoom(after: delta.add.count, key)
          try json.beginObject(key)
          delta.add.append(try node("add"))
        }
      case "rm":
        if seen.remove { throw .duplicateKey("rm") }
        seen.remove = true
        try json.beginArray(key)
        while try json.nextElement() {
          try json.checkRoom(after: delta.remove.count, key)
          delta.remove.append(try json.integer(key, in: TraceRange.id))
        }
      default: try json.skipValue()
      }
    }
    delta.step = try json.require(step, "s", "d")
    return delta
  }

  /// Takes the rest of a node's object. A whole node is a patch of one that has only defaults.
  private mutating func patch(_ kind: StaticString) throws(Problem) -> TraceNodePatch {
    var id: Int?
    var patch = TraceNodePatch(0)
    while let key = try json.nextKey() {
      switch key {
      case "id": try json.read(&id, key)
      case "p": try json.read(&patch.parent, key, in: -1...TraceRange.id.upperBound)
      case "frame":
        if patch.frame != nil { throw .duplicateKey("frame") }
        patch.frame = try json.rect(key, holes: true)
      case "clip":
        let clears = try clears(patch.clip, key)
        patch.clip = clears ? .clear : .set(try json.rect(key, holes: true))
      case "scroll":
        if try clears(patch.scroll, key) {
          patch.scroll = .clear
        } else {
          let n = try json.numbers(2, key, holes: true)
          patch.scroll = .set(LayoutPoint(x: n[0], y: n[1]))
        }
      case "tf":
        if try clears(patch.transform, key) {
          patch.transform = .clear
        } else {
          let n = try json.numbers(6, key, holes: true)
          patch.transform = .set(
            LayoutTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]))
        }
      case "opacity":
        let clears = try clears(patch.opacity, key)
        patch.opacity = clears ? .clear : .set(try json.double(key, in: 0...1))
      case "hidden": try flag(&patch.isHidden, key)
      case "fixed": try flag(&patch.isFixed, key)
      case "gone": try flag(&patch.isGone, key)
      case "box": try flag(&patch.isContainer, key)
      case "target": try flag(&patch.isTarget, key)
      case "shift": try flag(&patch.isShift, key)
      case "z":
        let clears = try clears(patch.z, key)
        patch.z = clears ? .clear : .set(try json.integer(key, in: TraceRange.z))
      case "cover":
        let clears = try clears(patch.cover, key)
        patch.cover =
          clears
          ? .clear : .set(try json.choice(key, of: TraceNode.Cover.allCases, code: \.traceCode))
      default: try json.skipValue()
      }
    }
    patch.id = try json.require(id, "id", kind)
    return patch
  }

  /// Takes a `null` if there is one, of a key that was not there yet.
  private mutating func clears<Value>(
    _ patch: TracePatch<Value>, _ key: JSONKey
  ) throws(Problem) -> Bool {
    if patch != .keep { throw .duplicateKey(key.text) }
    return json.takeNull()
  }

  private mutating func flag(_ patch: inout TracePatch<Bool>, _ key: JSONKey) throws(Problem) {
    patch = try clears(patch, key) ? .clear : .set(try json.bool(key))
  }
}

extension TraceNodePatch {
  /// The node after the change, with a parent as it stands in the file: -1 for none.
  fileprivate func applied(to node: TraceNode, parent: Int) -> TraceNode {
    var node = applied(to: node)
    node.parent = parent == -1 ? nil : parent
    return node
  }
}
