import Foundation

/// An HTTP receiver of event lines that keeps each event once and sometimes gives bad answers. The
/// killed writers deliver to it.
// Unchecked because only the lock guards the state.
final class EventReceiver: @unchecked Sendable {
  struct Kept {
    /// The accepted lines by event ID.
    var lines: [String: String] = [:]
    /// The IDs of the events it refused.
    var refused: Set<String> = []
    /// The event IDs by the writers' `origin` attribute, which must map to one ID each.
    var origins: [String: String] = [:]
    var repeated = 0
    var badAnswers = 0
    var complaints: [String] = []
  }

  let port: UInt16
  private let socket: Int32
  private let lock = NSLock()
  private var kept = Kept()
  private var random: SeededGenerator

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    #if os(Linux)
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.socket = socket
    // Children must not inherit the socket, so connections end with the parent.
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && Foundation.listen(socket, 64) == 0
          && getsockname(socket, pointer, &length) == 0
      }
    }
    guard isBound else { throw CocoaError(.featureUnsupported) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let connection = accept(self.socket, nil, nil)
        if connection < 0 { continue }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Starts over for another file. Returns the previous content.
  @discardableResult
  func reset() -> Kept {
    lock.withLock {
      defer { kept = Kept() }
      return kept
    }
  }

  var state: Kept { lock.withLock { kept } }

  private func serve(_ connection: Int32) {
    defer { _ = close(connection) }
    var bytes = Data()
    var body: Data?
    while body == nil {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      // A writer killed while sending; an incomplete request is discarded.
      if count <= 0 { return }
      bytes += buffer[..<count]
      guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
      let length =
        head.components(separatedBy: "content-length:").last.flatMap {
          Int($0.prefix { $0 != "\r" }.trimmingCharacters(in: .whitespaces))
        } ?? 0
      if head.contains("expect: 100") && bytes.count == end.upperBound {
        say(connection, "HTTP/1.1 100 Continue\r\n\r\n")
      }
      if bytes.count - end.upperBound >= length { body = bytes[end.upperBound...] }
    }
    let lines = (body ?? Data()).split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    say(connection, answer(lines))
  }

  /// Usually accepts lines. Returns the answer, which may be truncated.
  private func answer(_ lines: [String]) -> String {
    lock.withLock {
      let chance = Int.random(in: 0..<24, using: &random)
      if chance < 6 { kept.badAnswers += 1 }
      switch chance {
      case 0: return "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
      case 1 where lines.count > 1: return "HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n"
      case 2: return ""
      case 3:
        take(lines[...])
        return "HTTP/1.1 200 Yes\r\nContent-Length: 99\r\n\r\n{"
      case 4:
        take(lines.dropFirst())
        return ok("{\"again\":[\"\(id(lines[0]))\"]}")
      case 5:
        take(lines.dropFirst())
        kept.refused.insert(id(lines[0]))
        return ok("{\"rejected\":[{\"id\":\"\(id(lines[0]))\",\"reason\":\"chance\"}]}")
      default:
        take(lines[...])
        return ok("")
      }
    }
  }

  private func take(_ lines: ArraySlice<String>) {
    for line in lines {
      let id = id(line)
      let origin = line.components(separatedBy: "\"origin\":\"").last?.prefix { $0 != "\"" } ?? ""
      if let before = kept.lines.updateValue(line, forKey: id) {
        kept.repeated += 1
        if before != line { kept.complaints.append("\(id) is two events") }
      }
      if let other = kept.origins.updateValue(id, forKey: String(origin)), other != id {
        kept.complaints.append("one event came as \(id) and \(other)")
      }
    }
  }

  private func id(_ line: String) -> String {
    String(line.dropFirst("{\"id\":\"".count).prefix(36))
  }

  private func ok(_ body: String) -> String {
    "HTTP/1.1 200 Yes\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  // SIGPIPE is ignored, because the writer may be dead.
  private func say(_ connection: Int32, _ text: String) {
    let bytes = Array(text.utf8)
    _ = send(connection, bytes, bytes.count, 0)
  }
}
