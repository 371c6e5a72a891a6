/// Delta encoding of records: each word is stored as the difference from the previous record of its
/// kind. Most parts are added and moved alike, which leaves little for the compressor.
///
/// The words that determine a record's length stay unchanged: its kind, the flags of a container's
/// box, and rules as a whole.
struct SessionPacking {
  /// The number of words in the longest record other than a rule.
  private static let longest = 36
  private static let kinds = EditKind.allCases.count + 1

  /// The last record of each kind.
  private var last = [UInt32](repeating: 0, count: kinds * longest)

  /// Returns the records as differences.
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

  /// Packs the record at a word. Returns its length in words.
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
  /// Returns the length of a record in 32-bit words.
  ///
  /// - Parameter flags: the fourth word: the flags of a container's box, or a rule's number of
  ///   thresholds.
  func words(flags: UInt32) -> Int {
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
