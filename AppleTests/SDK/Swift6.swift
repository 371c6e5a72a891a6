// Declarations of Swift 6's library missing in the SDKs of 2023. Xcode 16 and newer compile them
// into apps for all system versions. scripts/check-apple compiles this file together with the
// modules if an SDK's library is older.

extension Optional {
  mutating func take() -> Wrapped? {
    defer { self = nil }
    return self
  }
}

extension Sequence {
  func count<Failure: Error>(
    where predicate: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var count = 0
    for element in self where try predicate(element) { count += 1 }
    return count
  }
}

// Preferred to the library's method, which has no typed throws, because the element is concrete.
extension Array where Element == UInt8 {
  func withUnsafeBufferPointer<Failure: Error, Success>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Success
  ) throws(Failure) -> Success {
    let result = withUnsafeBytes { bytes -> Result<Success, Failure> in
      do throws(Failure) {
        return .success(try body(bytes.assumingMemoryBound(to: UInt8.self)))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}

extension Result {
  init(catching body: () throws(Failure) -> Success) {
    do throws(Failure) {
      self = .success(try body())
    } catch {
      self = .failure(error)
    }
  }

  func get() throws(Failure) -> Success {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}
