#if Log
#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A transport using `URLSession`.
///
/// Redirects are not followed: they would turn the POST into a GET, and the resulting page could
/// pass for an answer. Only the first megabyte of a response body is kept.
///
/// On Linux, Foundation keeps a core busy until the response arrives, and an abandoned request
/// lasts until the configuration's `timeoutIntervalForRequest`: set it to
/// ``DeliveryConfiguration/timeout``.
public final class URLSessionTransport: DeliveryTransport {
  private let receiver = ResponseReceiver()
  #if canImport(FoundationNetworking)
  private let configuration: URLSessionConfiguration
  #else
  private let session: URLSession
  #endif

  /// Creates a transport.
  ///
  /// - Parameter configuration: the session's configuration; by default without cookies, caches or
  ///   credentials on disk.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    #if canImport(FoundationNetworking)
    self.configuration = configuration
    #else
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    #endif
  }

  #if !canImport(FoundationNetworking)
  // The session retains its delegate until invalidated.
  deinit { session.finishTasksAndInvalidate() }
  #endif

  /// Sends a request; see ``DeliveryTransport``. Keeps the first megabyte of the response.
  public func send(_ request: DeliveryRequest) async throws -> DeliveryResponse {
    var message = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    message.httpMethod = "POST"
    message.httpBody = request.body
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    #if canImport(FoundationNetworking)
    // Use a session, and so a connection, per request. If a reused connection turns out to be
    // closed, libcurl restarts the request, doesn't get the body a second time, and loops
    // (`a connection lost before the next batch is not a response`).
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    #endif
    let task = session.dataTask(with: message)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.expect(task, continuation)
        task.resume()
        if Task.isCancelled { receiver.abandon(task) }
      }
    } onCancel: {
      receiver.abandon(task)
    }
  }
}

/// Collects the responses of a session's tasks.
// Unchecked because a lock guards the answers.
private final class ResponseReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Answer {
    var continuation: CheckedContinuation<DeliveryResponse, any Error>
    var body = Data()
  }

  private static let bodyLimit = 1 << 20

  private let lock = NSLock()
  private var answers: [ObjectIdentifier: Answer] = [:]

  func expect(
    _ task: URLSessionTask, _ continuation: CheckedContinuation<DeliveryResponse, any Error>
  ) {
    lock.withLock { answers[ObjectIdentifier(task)] = Answer(continuation: continuation) }
  }

  /// Stops waiting for a task's response. The task's end is not enough: a task cancelled before
  /// ``expect(_:_:)`` may have ended by then.
  func abandon(_ task: URLSessionTask) {
    let answer = lock.withLock { answers.removeValue(forKey: ObjectIdentifier(task)) }
    answer?.continuation.resume(throwing: CancellationError())
    #if !canImport(FoundationNetworking)
    // On Linux, cancelling a task just as it completes crashes the process ("Trying to remove task,
    // but it's not in the registry."). The task ends by itself or with the next data.
    task.cancel()
    #endif
  }

  func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
    let isCut = lock.withLock {
      guard let received = answers[ObjectIdentifier(task)]?.body.count else { return true }
      let room = ResponseReceiver.bodyLimit - received
      answers[ObjectIdentifier(task)]?.body += data.prefix(room)
      return data.count > room
    }
    // The rest is ignored and may be endless.
    if isCut, task.state == .running { task.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard
      let answer = lock.withLock({ answers.removeValue(forKey: ObjectIdentifier(task)) })
    else { return }
    let response = task.response as? HTTPURLResponse
    if let error, answer.body.count < ResponseReceiver.bodyLimit || response == nil {
      answer.continuation.resume(throwing: error)
    } else if let response {
      var headers: [String: String] = [:]
      for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
      answer.continuation.resume(
        returning: DeliveryResponse(
          status: response.statusCode, headers: headers, body: answer.body))
    } else {
      answer.continuation.resume(throwing: URLError(.badServerResponse))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
#endif
