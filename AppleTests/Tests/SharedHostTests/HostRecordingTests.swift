import Foundation
import SightlineApple
import SightlineOracle
import SightlineRecording
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HostRecordingTests {
    private let log = Log()
    private let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("sightline-\(UUID().uuidString).ndjson")

    /// Creates a scroll of rows, each counted for its id.
    private func makeRows(in screen: Screen) -> PlatformView {
      let list = box(0, 0, 320, 2_000, in: screen.view)
      for row in 0..<20 {
        let view = box(0, CGFloat(row) * 100, 320, 100, in: list)
        view.log("\(row)", to: log)
        view.visibility.impression(of: "row \(row)", .feed) { [log] _ in log.add("seen \(row)") }
      }
      return list
    }

    @Test(arguments: [true, false])
    func `a recording replays to the same events, with names or without`(namesItems: Bool) throws {
      defer { try? FileManager.default.removeItem(at: file) }
      try withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let list = makeRows(in: screen)
        screen.window.stopTrace()
        #expect(!screen.window.isRecordingTrace)
        try screen.window.recordTrace(to: file, page: "Rows", namesItems: namesItems)
        #expect(screen.window.isRecordingTrace)
        screen.run(for: 2)
        list.frame.origin.y = -450
        screen.run(for: 2)
        screen.window.stopTrace()
        #expect(!screen.window.isRecordingTrace)
        let events = log.take().count
        list.frame.origin.y = 0
        screen.settle()

        let result = try TraceVerifier(
          TraceReader(path: file.path), reference: Oracle.counter()
        ).run()
        #expect(result.differences == 0, "\(result.examples)")
        #expect(result.events == events && events > 20, "\(result.events) of \(events)")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("\"name\":\"row 4\"") == namesItems)
        #expect(text.contains("\"name\"") == namesItems)
      }
    }

    @Test func `a recording lasts until the window closes, and another one replaces it`() throws {
      defer { try? FileManager.default.removeItem(at: file) }
      let first = file.deletingPathExtension().appendingPathExtension("first")
      defer { try? FileManager.default.removeItem(at: first) }
      try withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        _ = makeRows(in: screen)
        try screen.window.recordTrace(to: first)
        screen.settle()
        try screen.window.recordTrace(to: file)
        screen.run(for: 2)
      }
      // The host notices in the next turn that the window is gone.
      withScreen { $0.settle() }
      let result = try TraceVerifier(TraceReader(path: first.path)).run()
      #expect(result.differences == 0 && result.events > 0)
      // The second one began with rows that were visible already.
      let session = try ViewerSession(TraceReader(path: file.path), named: "rows")
      #expect(!session.parts.isEmpty)
    }

    @Test func `a file that cannot be opened is an error that names it`() {
      withScreen { screen in
        screen.window.stopTrace()
        do {
          try screen.window.recordTrace(to: URL(fileURLWithPath: "/nowhere/trace.ndjson"))
          Issue.record("a file in no folder was opened")
        } catch {
          #expect("\(error)".contains("/nowhere/trace.ndjson"))
        }
        #expect(!screen.window.isRecordingTrace)
        screen.window.stopTrace()
      }
    }

    @Test(
      .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: [true, false])
    func `the closure called for a full disk can use the window`(isStopped: Bool) throws {
      defer { try? FileManager.default.removeItem(at: file) }
      try withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let (window, list) = (screen.window, makeRows(in: screen))
        var failures = 0
        try window.recordTrace(to: URL(fileURLWithPath: "/dev/full")) { [file] _ in
          failures += 1
          #expect(!window.isRecordingTrace)
          window.stopTrace()
          #expect(list.subviews.first?.visibility.current != nil)
          #expect((try? window.recordTrace(to: file)) != nil)
        }
        screen.settle()
        if isStopped { window.stopTrace() }
        for step in 1...4 {
          list.frame.origin.y = -CGFloat(step) * 100
          screen.run(for: 0.5)
        }
        #expect(failures == 1 && window.isRecordingTrace)
        window.stopTrace()
        #expect(try String(contentsOf: file, encoding: .utf8).contains("row 4"))
      }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `a recording begun by the previous one's failure is complete`() throws {
      let other = file.appendingPathExtension("other")
      defer { for file in [file, other] { try? FileManager.default.removeItem(at: file) } }
      try withScreen { screen in
        let window = screen.window
        _ = makeRows(in: screen)
        try window.recordTrace(to: URL(fileURLWithPath: "/dev/full")) { _ in
          #expect((try? window.recordTrace(to: other)) != nil)
        }
        try window.recordTrace(to: file)
        #expect(try !Data(contentsOf: other).isEmpty)
        screen.settle()
        window.stopTrace()
        #expect(try String(contentsOf: file, encoding: .utf8).contains("row 0"))
      }
    }

    /// Each failure would begin another recording that fails.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func `recordings that fail one after another end when the next one begins`() throws {
      defer { try? FileManager.default.removeItem(at: file) }
      try withScreen { screen in
        let window = screen.window
        _ = makeRows(in: screen)
        var (failures, errors) = (0, 0)
        @MainActor func record() throws {
          try window.recordTrace(to: URL(fileURLWithPath: "/dev/full")) { _ in
            failures += 1
            do { try record() } catch { errors += 1 }
          }
        }
        try record()
        try window.recordTrace(to: file)
        #expect(failures == 1 && errors == 1)
        screen.settle()
        #expect(window.isRecordingTrace && failures == 1)
        window.stopTrace()
        #expect(try String(contentsOf: file, encoding: .utf8).contains("row 0"))
      }
    }
  }
}
