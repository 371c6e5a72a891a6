/// A syntax error in the text of a rule or policy, with the expected syntax.
public struct PolicyTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of the text at fault, and the syntax expected there.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Reads `head,key=value,word,…`, the syntax of rules and policies.
struct OptionReader {
  /// One of the parts after the head.
  struct Option {
    let key: Substring
    /// The text after the `=`; `nil` if there is no `=`.
    let value: Substring?

    private var text: String { value.map { "\(key)=\($0)" } ?? String(key) }

    func unknown(among known: [String]) -> PolicyTextError {
      PolicyTextError(
        "\(text.debugDescription) is not an option; the first part may be followed by "
          + known.joined(separator: ", "))
    }

    func wrong(_ expectation: String) -> PolicyTextError {
      PolicyTextError("\(text.debugDescription): \(key)= must be followed by \(expectation)")
    }

    func number(
      in range: ClosedRange<Double>, _ expectation: String
    ) throws(PolicyTextError) -> Double {
      guard let number = value.flatMap({ plainNumber($0, in: range) }) else {
        throw wrong(expectation)
      }
      return number
    }
  }

  let head: Substring
  private var rest: ArraySlice<Substring>
  private var keys: [Substring] = []

  init(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    head = parts[0]
    rest = parts[1...]
  }

  /// Returns the next part. Each key may occur only once.
  mutating func next() throws(PolicyTextError) -> Option? {
    guard let part = rest.popFirst() else { return nil }
    let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if keys.contains(pair[0]) {
      throw PolicyTextError("\(pair[0].debugDescription) is given twice; give it once")
    }
    keys.append(pair[0])
    return Option(key: pair[0], value: pair.count == 2 ? pair[1] : nil)
  }
}
