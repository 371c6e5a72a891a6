import ArgumentParser

/// Reads `head,key=value,word,…`: the form of rules and policies in an option.
struct OptionReader {
  /// One of the parts after the head.
  struct Option {
    let key: Substring
    /// What stands behind the `=`; `nil` without one.
    let value: Substring?

    private var text: String { value.map { "\(key)=\($0)" } ?? String(key) }

    func unknown(among known: [String]) -> ValidationError {
      ValidationError(
        "\"\(printable(text))\" is no option of it; after the first part there may be "
          + known.joined(separator: ", "))
    }

    func wrong(_ expectation: String) -> ValidationError {
      ValidationError("\"\(printable(text))\": after \(key)= there must be \(expectation)")
    }

    func number(in range: ClosedRange<Double>, _ expectation: String) throws -> Double {
      guard let number = value.flatMap({ plainNumber($0, in: range) }) else {
        throw wrong(expectation)
      }
      return number
    }
  }

  let head: Substring
  private var rest: ArraySlice<Substring>
  private var keys: Set<Substring> = []

  init(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    head = parts[0]
    rest = parts[1...]
  }

  /// The next part; each key comes at most once.
  mutating func next() throws -> Option? {
    guard let part = rest.popFirst() else { return nil }
    let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if !keys.insert(pair[0]).inserted {
      throw ValidationError("it says \"\(printable(String(pair[0])))\" twice; say it once")
    }
    return Option(key: pair[0], value: pair.count == 2 ? pair[1] : nil)
  }
}
