// What Swift 6's library has and the SDKs of 2023 lack. Xcode 16 and newer compile it into every
// app, whatever the system it runs on. scripts/check-apple compiles it together with the modules,
// where an SDK's library is older.

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

// Preferred to the library's own, which is not typed, because it is for one element alone.
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
