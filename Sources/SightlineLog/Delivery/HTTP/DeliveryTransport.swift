#if Log
public import Foundation

/// A POST request with a batch of events.
public struct DeliveryRequest: Hashable, Sendable {
  /// The destination.
  public var url: URL
  /// The headers.
  public var headers: [String: String]
  /// The body, compressed if the headers say so.
  public var body: Data

  /// Creates a request.
  public init(url: URL, headers: [String: String], body: Data) {
    (self.url, self.headers, self.body) = (url, headers, body)
  }
}

/// A receiver's response.
public struct DeliveryResponse: Hashable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The headers, keyed by lower-case name.
  public var headers: [String: String]
  /// The beginning of the body. Anything past a megabyte is ignored.
  public var body: Data

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    (self.status, self.body) = (status, body)
    self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { _, last in last }
  }
}

/// A transport for requests: ``URLSessionTransport``, or an app's network layer.
public protocol DeliveryTransport: Sendable {
  /// Sends a request and returns the complete response. Must return soon after its task is
  /// cancelled, and must not follow redirects.
  func send(_ request: DeliveryRequest) async throws -> DeliveryResponse
}
#endif
