import SightlineCore

// The lines of a browser's IntersectionObserver.

extension LineDecoder {
  mutating func observer() throws(Problem) -> TraceObserver {
    var (observer, root): (Int?, Int?)
    var (margins, scrollMargins): (ViewportMargins?, ViewportMargins?)
    var thresholds: [Double]?
    var tracksOcclusion: Bool?
    while let key = try json.nextKey() {
      switch key {
      case "o": try json.read(&observer, key)
      case "root": try json.read(&root, key)
      case "margin": try json.read(&margins, key)
      case "scrollMargin": try json.read(&scrollMargins, key)
      case "thr": try json.read(&thresholds, key)
      case "v2": try json.read(&tracksOcclusion, key)
      default: try json.skipValue()
      }
    }
    return TraceObserver(
      try json.require(observer, "o", "obs"), root: try json.require(root, "root", "obs"),
      margins: margins ?? .zero, scrollMargins: scrollMargins ?? .zero,
      thresholds: try json.require(thresholds, "thr", "obs"),
      tracksOcclusion: tracksOcclusion ?? false)
  }

  mutating func observe() throws(Problem) -> TraceObserve {
    var step: Int?
    var ids: [Int]?
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "ids":
        if ids != nil { throw .duplicateKey("ids") }
        var list: [Int] = []
        let largest = TraceRange.id.upperBound
        try json.beginArray(key)
        while try json.nextElement() {
          try json.checkRoom(after: list.count, key)
          list.append(try json.integer(key, in: -largest...largest))
        }
        ids = list
      default: try json.skipValue()
      }
    }
    return TraceObserve(
      step: try json.require(step, "s", "observe"), ids: try json.require(ids, "ids", "observe"))
  }

  mutating func snapshot() throws(Problem) -> TraceSnapshot {
    var (step, observer, watched): (Int?, Int?, Int?)
    var root: LayoutRect??
    var targets: [TraceSnapshot.Target]?
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "o": try json.read(&observer, key)
      case "n": try json.read(&watched, key, in: TraceRange.count)
      case "root": try optionalRect(&root, key)
      case "v":
        if targets != nil { throw .duplicateKey("v") }
        targets = try snapshotTargets(key)
      default: try json.skipValue()
      }
    }
    let found = try json.require(targets, "v", "snap")
    return TraceSnapshot(
      step: try json.require(step, "s", "snap"), observer: try json.require(observer, "o", "snap"),
      root: root ?? nil, watched: try json.require(watched, "n", "snap"), targets: found)
  }

  private mutating func snapshotTargets(
    _ key: JSONKey
  ) throws(Problem) -> [TraceSnapshot.Target] {
    var targets: [TraceSnapshot.Target] = []
    try json.beginArray(key)
    while try json.nextElement() {
      try json.checkRoom(after: targets.count, key)
      try json.beginArray(key)
      guard try json.nextElement() else { throw wrongTarget(key) }
      let id = try json.integer(key, in: TraceRange.id)
      guard try json.nextElement() else { throw wrongTarget(key) }
      let ratio = try json.double(key, in: 0...1)
      guard try json.nextElement() else { throw wrongTarget(key) }
      let intersection = try json.rect(key)
      guard try json.nextElement() else { throw wrongTarget(key) }
      let bounds = try json.rect(key)
      guard try !json.nextElement() else { throw wrongTarget(key) }
      targets.append(
        TraceSnapshot.Target(id, ratio: ratio, intersection: intersection, bounds: bounds))
    }
    return targets
  }

  private func wrongTarget(_ key: JSONKey) -> Problem {
    .badValue(key: key.text, reason: "a target is [id, ratio, intersection, bounds]")
  }

  mutating func entry() throws(Problem) -> TraceEntry {
    var (step, observer, id): (Int?, Int?, Int?)
    var (milliseconds, ratio): (Double?, Double?)
    var (bounds, intersection): (LayoutRect?, LayoutRect?)
    var root: LayoutRect??
    var (isIntersecting, isVisible): (Bool?, Bool?)
    while let key = try json.nextKey() {
      switch key {
      case "s": try json.read(&step, key, in: TraceRange.count)
      case "o": try json.read(&observer, key)
      case "id": try json.read(&id, key)
      case "t": try json.read(&milliseconds, key)
      case "br": try json.read(&bounds, key)
      case "ir": try json.read(&intersection, key)
      case "rb": try optionalRect(&root, key)
      case "q": try json.read(&ratio, key, in: 0...1)
      case "in": try json.read(&isIntersecting, key)
      case "vis": try json.read(&isVisible, key)
      default: try json.skipValue()
      }
    }
    return TraceEntry(
      step: try json.require(step, "s", "e"), observer: try json.require(observer, "o", "e"),
      id: try json.require(id, "id", "e"), milliseconds: try json.require(milliseconds, "t", "e"),
      bounds: try json.require(bounds, "br", "e"),
      intersection: try json.require(intersection, "ir", "e"), root: root ?? nil,
      ratio: try json.require(ratio, "q", "e"),
      isIntersecting: try json.require(isIntersecting, "in", "e"), isVisible: isVisible)
  }

  /// Takes a rect or a `null`.
  private mutating func optionalRect(_ rect: inout LayoutRect??, _ key: JSONKey) throws(Problem) {
    if rect != nil { throw .duplicateKey(key.text) }
    rect = .some(json.takeNull() ? nil : try json.rect(key))
  }
}
