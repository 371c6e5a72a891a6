#if Log
import Foundation

/// A minimal local HTTP server that simulates network faults. Like an idempotent receiver, it keeps
/// each event once.
///
/// It doesn't use FlyingFox, as Tools does: apps would have to resolve what only the tests of this
/// package need, and most faults, such as a request cut off after its head, lie below HTTP.
// Unchecked because the lock, and nothing else, guards the state.
final class LocalReceiver: @unchecked Sendable {
  /// The handling of one request.
  enum Behaviour: Sendable {
    /// Takes the events.
    case accept
    /// Takes the events and sends a custom answer. The closure makes its body from the IDs.
    case acceptSaying(@Sendable ([String]) -> (body: String, kept: [String]), headers: [String])
    /// Refuses the events.
    case refuse(Int, headers: [String] = [])
    /// Answers 413 to more than one event, and takes a single one.
    case refuseMany
    /// Doesn't answer until the client has disconnected, whether or not it takes the events.
    case hang(takes: Bool)
    /// Takes the events and cuts the connection in the middle of the answer.
    case cutAnswer
    /// Takes the events and cuts the connection 3 MB into a longer answer.
    case cutLongAnswer
    /// Cuts the connection after the head of the request.
    case cutRequest
  }

  struct Request: Sendable {
    var headers: [String: String]
    var body: [UInt8]
    var ids: [String]
  }

  struct State {
    var script: [Behaviour] = []
    var connections: Set<Int32> = []
    var requests: [Request] = []
    /// The kept events: lines by ID.
    var events: [String: String] = [:]
    /// The number of repeated IDs with the same content.
    var repeated = 0
    /// The number of repeated IDs with different content.
    var contradicted = 0
  }

  let url: URL
  let arrivals: AsyncStream<Int>
  private let socket: Int32
  private let arrival: AsyncStream<Int>.Continuation
  private let state: Locked<State>

  /// - Parameter listens: whether to accept connections at once, rather than after ``listen()``.
  init(_ script: [Behaviour] = [], listens: Bool = true) throws {
    (arrivals, arrival) = AsyncStream.makeStream()
    state = Locked(State(script: script))
    #if os(Linux)
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.socket = socket
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port: UInt16? = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && getsockname(socket, pointer, &length) == 0
      }
        ? UInt16(bigEndian: $0.pointee.sin_port) : nil
    }
    guard let port, let url = URL(string: "http://127.0.0.1:\(port)/v1/logs") else {
      throw CocoaError(.featureUnsupported)
    }
    self.url = url
    if listens { listen() }
  }

  func listen() {
    Foundation.listen(socket, 16)
    Thread.detachNewThread {
      while true {
        let connection = Foundation.accept(self.socket, nil, nil)
        if connection < 0 { return }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Closes the listening socket and all connections, for which a client may wait in a busy loop.
  func stop() {
    withState { for connection in $0.connections { shutdown(connection, Int32(SHUT_RDWR)) } }
    Foundation.shutdown(socket, Int32(SHUT_RDWR))
    Foundation.close(socket)
  }

  func withState<Result>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

  var events: [String: String] { withState { $0.events } }
  var requests: [Request] { withState { $0.requests } }

  // MARK: Connections

  private func serve(_ connection: Int32) {
    withState { _ = $0.connections.insert(connection) }
    defer {
      withState {
        $0.connections.remove(connection)
        close(connection)
      }
    }
    var rest: [UInt8] = []
    while let head = readHead(connection, &rest) {
      let behaviour = withState { $0.script.isEmpty ? .accept : $0.script.removeFirst() }
      if case .cutRequest = behaviour {
        note(Request(headers: head, body: [], ids: []))
        return
      }
      guard let body = readBody(connection, &rest, Int(head["content-length"] ?? "") ?? 0) else {
        return
      }
      let lines = LocalReceiver.lines(body, head)
      let ids = lines.map(\.id)
      var kept = Set(ids)
      var said = ""
      var headers: [String] = []
      var status = 200
      switch behaviour {
      case .accept, .cutAnswer, .cutLongAnswer, .cutRequest: break
      case .refuseMany:
        if ids.count > 1 { (kept, status) = ([], 413) }
      case .hang(let takes): if !takes { kept = [] }
      case .acceptSaying(let say, let with):
        let answer = say(ids)
        kept = Set(answer.kept)
        (said, headers) = (answer.body, with)
      case .refuse(let code, let with):
        kept = []
        (status, headers) = (code, with)
      }
      keep(lines.filter { kept.contains($0.id) })
      note(Request(headers: head, body: body, ids: ids))
      var answer = "HTTP/1.1 \(status) Said\r\n" + headers.map { $0 + "\r\n" }.joined()
      switch behaviour {
      case .cutAnswer:
        write(connection, answer + "Content-Length: 100\r\n\r\n{\"rej")
        return
      case .cutLongAnswer:
        let said = String(repeating: "x", count: 3 << 20)
        write(connection, answer + "Content-Length: \(1 << 30)\r\n\r\n" + said)
        return
      case .hang:
        // Only the end of the stream follows.
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
      default: break
      }
      answer += "Content-Length: \(said.utf8.count)\r\n\r\n" + said
      write(connection, answer)
    }
  }

  private func note(_ request: Request) {
    let count = withState { state in
      state.requests.append(request)
      return state.requests.count
    }
    arrival.yield(count)
  }

  private func keep(_ lines: [(id: String, line: String)]) {
    withState { state in
      for (id, line) in lines {
        switch state.events.updateValue(line, forKey: id) {
        case nil: break
        case line: state.repeated += 1
        default: state.contradicted += 1
        }
      }
    }
  }

  private static func lines(
    _ body: [UInt8], _ headers: [String: String]
  ) -> [(id: String, line: String)] {
    let body = headers["content-encoding"] == "gzip" ? (try? gunzip(body)) ?? [] : body
    return body.split(separator: 10).compactMap { line($0) }
  }

  /// Returns the ID of a line, and the line without the members that depend on its request.
  static func line(_ bytes: some Sequence<UInt8>) -> (id: String, line: String)? {
    guard
      var object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any],
      let id = object["id"] as? String
    else { return nil }
    object["sent_at_ms"] = nil
    object["policy_parameters"] = nil
    let line = try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
    return line.map { (id, String(decoding: $0, as: UTF8.self)) }
  }

  /// Decompresses with the system's `gzip` command.
  static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    Thread.detachNewThread {
      input.fileHandleForWriting.write(Data(bytes))
      try? input.fileHandleForWriting.close()
    }
    let result = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return Array(result)
  }

  // MARK: Bytes

  private func more(_ connection: Int32, _ bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(connection, &buffer, buffer.count, 0)
    if count <= 0 { return false }
    bytes += buffer[..<count]
    return true
  }

  private func readHead(_ connection: Int32, _ rest: inout [UInt8]) -> [String: String]? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let start = rest.indices.first(where: { rest[$0...].starts(with: end) }) {
        let text = String(decoding: rest[..<start], as: UTF8.self)
        rest.removeFirst(start + end.count)
        var headers: [String: String] = [:]
        for line in text.components(separatedBy: "\r\n").dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1)
          headers[parts[0].lowercased()] = parts.last?.trimmingCharacters(in: .whitespaces)
        }
        if headers["expect"] != nil { write(connection, "HTTP/1.1 100 Continue\r\n\r\n") }
        return headers
      }
      if !more(connection, &rest) { return nil }
    }
  }

  private func readBody(
    _ connection: Int32, _ rest: inout [UInt8], _ length: Int
  ) -> [UInt8]? {
    while rest.count < length { if !more(connection, &rest) { return nil } }
    let body = Array(rest[..<length])
    rest.removeFirst(length)
    return body
  }

  private func write(_ connection: Int32, _ text: String) {
    // The client may have disconnected, which must not end the process.
    #if os(Linux)
    let flags = Int32(MSG_NOSIGNAL)
    #else
    var yes: Int32 = 1
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    let flags: Int32 = 0
    #endif
    let bytes = Array(text.utf8)
    _ = send(connection, bytes, bytes.count, flags)
  }
}
#endif
