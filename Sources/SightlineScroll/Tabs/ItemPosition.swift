/// The position of the current item among several, for accessibility: "2 of 5".
public struct ItemPosition: Hashable, Sendable {
  /// The item, from 1.
  public let number: Int
  /// How many items there are.
  public let count: Int

  /// Creates a position from an index; `nil` for an item that does not exist.
  public init?(index: Int?, count: Int) {
    guard let index, index >= 0, index < count else { return nil }
    number = index + 1
    self.count = count
  }

  /// In English: "2 of 5". For other languages a carousel takes a function of the app instead.
  public var text: String { "\(number) of \(count)" }
}
