// Stands in for Swift Testing, which is part of Xcode but not of SDKs. scripts/check-apple removes
// @Test and @Suite from the tests of the UIKit host and replaces the other macros by these
// functions.

protocol Trait {}

struct ParallelizationTrait: Trait {}

extension Trait where Self == ParallelizationTrait {
  static var serialized: Self { Self() }
}

protocol CustomTestStringConvertible {
  var testDescription: String { get }
}

func expect(_ condition: Bool, _ comment: @autoclosure () -> String = "") {}

func require<Value>(_ value: Value?, _ comment: @autoclosure () -> String = "") throws -> Value {
  guard let value else { throw CancellationError() }
  return value
}
