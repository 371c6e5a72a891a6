// Stands in for Swift Testing, which is in Xcode and not in an SDK: scripts/check-apple takes @Test
// and @Suite out of the tests of the UIKit host, and these are what it makes of the other macros.

protocol CustomTestStringConvertible {
  var testDescription: String { get }
}

func expect(_ condition: Bool, _ comment: @autoclosure () -> String = "") {}

func require<Value>(_ value: Value?, _ comment: @autoclosure () -> String = "") throws -> Value {
  guard let value else { throw CancellationError() }
  return value
}
