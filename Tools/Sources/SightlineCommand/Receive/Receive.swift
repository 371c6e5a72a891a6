import ArgumentParser
import FlyingFox
import FlyingSocks
import Foundation
@_spi(Tools) import SightlineLog

/// `sightline receive`: receives deliveries from apps on this machine.
struct Receive: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Receive the events that apps on this machine deliver, for development.",
    discussion: """
      Takes newline-delimited JSON, and OTLP as JSON, at any path, and stores each event once in a log \
      that `sightline report` can read while it runs. An answer means that its events survive a \
      killed receiver. For production, see deploy/.
      """)

  @Argument(help: ArgumentHelp("The log's file, created if missing.", valueName: "log"))
  var log: String

  @Option(help: "The port on this machine; 0 for any free one.")
  var port: UInt16 = 4318

  func run() async throws {
    let collector: LogCollector
    do {
      collector = try LogCollector(at: URL(fileURLWithPath: log))
    } catch {
      throw Failure.log(error, log).reported
    }
    let receiver = EventReceiver(collector) { Self.say($0) }
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port), timeout: Self.timeout, logger: .disabled,
      handler: ClosureHTTPHandler { await receiver.answer($0) })
    signal(SIGPIPE, SIG_IGN)
    let signals = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { Task { await server.stop(timeout: 1) } }
      source.resume()
      return source
    }
    defer { for source in signals { source.cancel() } }
    let start = Task {
      try await server.waitUntilListening()
      guard case .ip4(_, let port)? = await server.listeningAddress else { return }
      Self.say("receiving at http://127.0.0.1:\(port)/v1/logs; Control-C ends it")
    }
    // Ends with an error in any case: when stopped, because the socket is closed.
    do { try await server.run() } catch { start.cancel() }
    let wasListening = (try? await start.value) != nil
    collector.close()
    guard wasListening else {
      throw Failure.unavailable("port \(port) cannot be opened; name another with --port").reported
    }
    await Self.say(receiver.progress)
  }

  /// How long an answer may take, in seconds.
  private static let timeout: TimeInterval = 60

  private static func say(_ line: String) {
    // Its reader may have gone.
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
