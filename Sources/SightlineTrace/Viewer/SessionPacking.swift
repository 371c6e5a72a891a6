/// Records as differences: each word is that of the record less that of the last record of its
/// kind. Most things come and move one like the other, so little is left for the compressor.
///
/// What says how long a record is stays as it is: its kind, the flags of a container's box, and a
/// rule as a whole.
struct SessionPacking {
  /// As many words as the longest record has that is no rule.
  private static let longest = 36
  private static let kinds = 29

  /// The last record of each kind.
  private var last = [UInt32](repeating: 0, count: kinds * longest)

  /// Records as differences.
  static func packed(_ records: [UInt8]) -> [UInt8] {
    var packing = SessionPacking()
    var records = records
    records.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: UInt32.self) { words in
        var start = 0
        while start < words.count { start += packing.pack(words, from: start) }
      }
    }
    return records
  }

  /// Packs the record that begins at a word, and returns how many it has.
  private mutating func pack(_ words: UnsafeMutableBufferPointer<UInt32>, from start: Int) -> Int {
    let code = UInt32(littleEndian: words[start])
    guard let kind = EditKind(rawValue: code) else {
      preconditionFailure("no record has the kind \(code)")
    }
    let count = kind.words(
      flags: start + 3 < words.count ? UInt32(littleEndian: words[start + 3]) : 0)
    if kind == .setRule { return count }
    let isBox = kind == .addContainer || kind == .setContainer
    for index in 1..<count where !(isBox && index == 3) {
      let word = UInt32(littleEndian: words[start + index])
      let place = Int(code) * Self.longest + index
      words[start + index] = (word &- last[place]).littleEndian
      last[place] = word
    }
    return count
  }
}

extension EditKind {
  /// How many words of 32 bits a record has.
  ///
  /// - Parameter flags: its fourth word: the flags of a container's box, or how many thresholds a
  ///   rule has.
  fileprivate func words(flags: UInt32) -> Int {
    switch self {
    case .addContainer, .setContainer: flags & 2 == 0 ? 16 : 24
    case .setContainerAppearance, .setTargetAppearance, .setCoverAppearance, .setMargins: 18
    case .addTarget, .addCover, .setCover, .setPolicy: 12
    case .setTargetFrame: 10
    case .watchForImpressions: 8
    case .scroll, .watch: 6
    case .moveContainer, .moveTarget, .moveCover: 4
    case .addViewport: 36
    case .setRule: 10 + 2 * Int(flags)
    case .removeContainer, .removeTarget, .removeCover, .removeViewport, .unwatch, .setForeground,
      .beginSession, .beginScreenVisit, .beginDay:
      2
    }
  }
}
