#if Log
#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends through `URLSession`.
///
/// Redirections are not followed: a POST becomes a GET then, and the page behind it would pass for
/// an answer. Of an answer's body the first megabyte is kept.
public final class URLSessionTransport: DeliveryTransport {
  private let receiver = ResponseReceiver()
  #if canImport(FoundationNetworking)
  private let configuration: URLSessionConfiguration
  #else
  private let session: URLSession
  #endif

  /// Creates a transport.
  ///
  /// - Parameter configuration: the session's; without cookies, caches and credentials on disk
  ///   unless given.
  public init(configuration: URLSessionConfiguration = .ephemeral) {
    #if canImport(FoundationNetworking)
    self.configuration = configuration
    #else
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    #endif
  }

  #if !canImport(FoundationNetworking)
  // A session keeps its delegate until then.
  deinit { session.finishTasksAndInvalidate() }
  #endif

  /// Sends a request; see ``DeliveryTransport``. The first megabyte of the answer is kept.
  public func send(_ request: DeliveryRequest) async throws -> DeliveryResponse {
    var message = URLRequest(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData)
    message.httpMethod = "POST"
    message.httpBody = request.body
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    #if canImport(FoundationNetworking)
    // A session and so a connection for each request: where one that is used again turns out to be
    // closed, libcurl begins anew, is not given the body a second time, and runs in circles
    // (`a connection that dies before the next batch is no answer`).
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    #endif
    let task = session.dataTask(with: message)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.expect(task, continuation)
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// Collects the answers of a session's tasks.
// Unchecked because the lock, and nothing else, guards the answers.
private final class ResponseReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private struct Answer {
    var continuation: CheckedContinuation<DeliveryResponse, any Error>
    var body = Data()
    var isCut = false
  }

  private static let bodyLimit = 1 << 20

  private let lock = NSLock()
  private var answers: [ObjectIdentifier: Answer] = [:]

  func expect(
    _ task: URLSessionTask, _ continuation: CheckedContinuation<DeliveryResponse, any Error>
  ) {
    lock.withLock { answers[ObjectIdentifier(task)] = Answer(continuation: continuation) }
  }

  func urlSession(
    _ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data
  ) {
    let isCut = lock.withLock {
      let room = ResponseReceiver.bodyLimit - (answers[ObjectIdentifier(task)]?.body.count ?? 0)
      answers[ObjectIdentifier(task)]?.body += data.prefix(max(0, room))
      if data.count > room { answers[ObjectIdentifier(task)]?.isCut = true }
      return data.count > room
    }
    // The rest is of no use, and may be without end.
    if isCut { task.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard
      let answer = lock.withLock({ answers.removeValue(forKey: ObjectIdentifier(task)) })
    else { return }
    let response = task.response as? HTTPURLResponse
    if let error, !answer.isCut || response == nil {
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
