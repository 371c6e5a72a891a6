/// Which of several items is the current one, as accessibility says it: "2 of 5".
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

  /// In English: "2 of 5". Carousels take a function of the app in its place, for other languages.
  public var text: String { "\(number) of \(count)" }
}
