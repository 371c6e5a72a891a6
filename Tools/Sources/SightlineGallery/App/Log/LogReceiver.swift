import Foundation

/// A local receiver of impressions that can misbehave on request. Like any proper receiver, it
/// keeps each event once, by its ID.
///
/// It uses a socket and a blocking thread, so it needs no server framework and nothing runs at
/// rest.
// Unchecked because only the lock guards the state.
final class LogReceiver: @unchecked Sendable {
  enum Behaviour: CaseIterable, Sendable {
    case accepts
    case refuses
    /// Accepts the events, but closes the connection instead of answering.
    case losesAnswers
    case isOffline
  }

  struct State: Sendable {
    var behaviour = Behaviour.accepts
    /// The IDs of the events it has.
    var kept: Set<String> = []
    /// The number of events that arrived again.
    var repeated = 0
    var requests = 0
  }

  let url: URL
  private let port: UInt16
  private let lock = NSLock()
  private var state = State()
  private var socket: Int32

  init() throws {
    guard let (socket, port) = Self.listen(on: 0),
      let url = URL(string: "http://127.0.0.1:\(port)/impressions")
    else { throw GalleryError.notWritable("a socket on 127.0.0.1") }
    (self.socket, self.port, self.url) = (socket, port, url)
    serve(socket)
  }

  var now: State { lock.withLock { state } }

  /// Changes the receiver's behaviour.
  func become(_ behaviour: Behaviour) {
    lock.withLock {
      let before = state.behaviour
      state.behaviour = behaviour
      if behaviour == .isOffline, before != .isOffline {
        // Closing the socket ends its thread.
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
        socket = -1
      } else if behaviour != .isOffline, socket < 0, let (socket, _) = Self.listen(on: port) {
        self.socket = socket
        serve(socket)
      }
    }
  }

  // MARK: Sockets

  private static func listen(on port: UInt16) -> (socket: Int32, port: UInt16)? {
    let socket = Foundation.socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    var yes: Int32 = 1
    var length = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, length)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && Foundation.listen(socket, 8) == 0
          && getsockname(socket, pointer, &length) == 0
      }
    }
    if isBound { return (socket, UInt16(bigEndian: address.sin_port)) }
    close(socket)
    return nil
  }

  private func serve(_ socket: Int32) {
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(socket, nil, nil)
        if connection < 0 { return }
        guard let self else {
          close(connection)
          return
        }
        answer(connection)
      }
    }
  }

  /// Reads one request, answers it and closes the connection.
  private func answer(_ connection: Int32) {
    defer { close(connection) }
    guard let body = Self.body(connection) else { return }
    let ids = body.split(separator: UInt8(ascii: "\n")).map(Self.id)
    let behaviour = lock.withLock {
      state.requests += 1
      if state.behaviour == .accepts || state.behaviour == .losesAnswers {
        for id in ids where !state.kept.insert(id).inserted { state.repeated += 1 }
      }
      return state.behaviour
    }
    switch behaviour {
    case .accepts: Self.say(connection, "200 OK")
    case .refuses: Self.say(connection, "503 Service Unavailable")
    case .losesAnswers, .isOffline: break
    }
  }

  private static func body(_ connection: Int32) -> Data? {
    var bytes = Data()
    var isExpected = false
    while true {
      if let end = bytes.range(of: Data("\r\n\r\n".utf8)) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let field = head.components(separatedBy: "content-length: ").last ?? ""
        let length = Int(field.prefix { $0.isNumber }) ?? 0
        if bytes.count - end.upperBound >= length { return bytes[end.upperBound...] }
        if head.contains("expect: 100"), !isExpected {
          isExpected = true
          send(connection, "HTTP/1.1 100 Continue\r\n\r\n")
        }
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { return nil }
      bytes += buffer[..<count]
    }
  }

  /// A line begins with `{"id":"`, followed by a UUID.
  private static func id(_ line: Data) -> String {
    String(decoding: line.dropFirst(#"{"id":""#.utf8.count).prefix(36), as: UTF8.self)
  }

  private static func say(_ connection: Int32, _ status: String) {
    send(connection, "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
  }

  private static func send(_ connection: Int32, _ text: String) {
    let bytes = Array(text.utf8)
    // The client may have gone, which must not end the process.
    _ = Foundation.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
