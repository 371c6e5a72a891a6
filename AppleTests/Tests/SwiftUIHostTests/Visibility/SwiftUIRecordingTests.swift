import Foundation
import SightlineOracle
import SightlineRecording
import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  @MainActor
  @Suite
  struct SwiftUIRecordingTests {
    private func temporaryFile() -> URL {
      FileManager.default.temporaryDirectory
        .appendingPathComponent("sightline-\(UUID().uuidString).ndjson")
    }

    @Test func `a window is recorded while there is a file`() async throws {
      let (file, other, failures) = (temporaryFile(), temporaryFile(), Log())
      defer { for file in [file, other] { try? FileManager.default.removeItem(at: file) } }
      let choice = Setter<URL?>()
      let rows = Changing(URL?.some(file), choice) { file in
        ScrollView {
          VStack(spacing: 0) {
            ForEach(0..<20, id: \.self) { row in
              Color.clear.frame(height: 100)
                .onImpression(of: "row \(row)", .feed) { _ in }
            }
          }
        }
        .recordsTrace(to: file.wrappedValue, page: "Rows") { failures.add("\($0)") }
      }
      withViews(rows) { hosted in
        hosted.run(for: 2)
        choice.set(other)
        hosted.run(for: 1)
        choice.set(nil)
        hosted.settle()
        #expect(!hosted.window.isRecordingTrace)
        choice.set(URL(fileURLWithPath: "/nowhere/trace.ndjson"))
        hosted.settle()
      }
      let result = try TraceVerifier(
        TraceReader(path: file.path), reference: Oracle.counter()
      ).run()
      #expect(result.differences == 0 && result.events >= 6, "\(result)")
      // It begins with a scene that is visible already.
      _ = try ViewerSession(TraceReader(path: other.path), named: "other")
      #expect(failures.lines.isEmpty, "the app was called during a view update")
      await Task {}.value
      #expect(failures.lines.count == 1 && failures.lines[0].contains("/nowhere/trace.ndjson"))
    }

    @Test func `a removed view does not end another view's recording`() throws {
      let (file, other) = (temporaryFile(), temporaryFile())
      defer { for file in [file, other] { try? FileManager.default.removeItem(at: file) } }
      let step = Setter<Int>()
      let screens = Changing(0, step) { step in
        VStack {
          if step.wrappedValue < 2 { Mark("first").recordsTrace(to: file) }
          if step.wrappedValue > 0 { Mark("second").recordsTrace(to: other) }
        }
      }
      withViews(screens) { hosted in
        for next in [0, 1, 2] {
          step.set(next)
          hosted.settle()
          #expect(hosted.window.isRecordingTrace)
        }
      }
    }
  }
}
