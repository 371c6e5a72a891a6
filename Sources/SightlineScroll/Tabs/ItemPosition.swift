/// The position of the current item in a sequence, for accessibility: "2 of 5".
public struct ItemPosition: Hashable, Sendable {
  /// The number of the item, from 1.
  public let number: Int
  /// The number of items.
  public let count: Int

  /// Creates a position; `nil` if the item does not exist.
  public init?(index: Int?, count: Int) {
    guard let index, index >= 0, index < count else { return nil }
    number = index + 1
    self.count = count
  }

  /// The position in English: "2 of 5". A carousel accepts a function for other languages.
  public var text: String { "\(number) of \(count)" }
}
