#if Log
public import Foundation

/// A request that carries a batch. The method is POST.
public struct DeliveryRequest: Hashable, Sendable {
  /// Where to.
  public var url: URL
  /// The headers.
  public var headers: [String: String]
  /// The body, compressed if a header says so.
  public var body: Data

  /// Creates a request.
  public init(url: URL, headers: [String: String], body: Data) {
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What a receiver answered.
public struct DeliveryResponse: Hashable, Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers, by their names in lower case.
  public var headers: [String: String]
  /// The beginning of the body; no more than a megabyte of it is of use.
  public var body: Data

  /// Creates a response.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = [:]
    for (name, value) in headers { self.headers[name.lowercased()] = value }
    self.body = body
  }
}

/// What carries requests: ``URLSessionTransport``, or an app's own network layer.
public protocol DeliveryTransport: Sendable {
  /// Sends a request and returns the whole answer. It ends soon after its task is cancelled, and
  /// does not follow redirections.
  func send(_ request: DeliveryRequest) async throws -> DeliveryResponse
}
#endif
