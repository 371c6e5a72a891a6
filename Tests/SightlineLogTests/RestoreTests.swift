#if Log
import Foundation
import SightlineHost
import Testing

@testable import SightlineLog

/// Counts of earlier launches, restored to windows.
@Suite @MainActor struct RestoreTests {
  /// Returns the number of impressions of an item after a launch in which it was seen.
  private func impressions(
    _ repetition: ImpressionRepetition, after time: Duration = .zero, session: String = "s1"
  ) async throws -> Int {
    let policy = LogPolicy("p", .init(rule: .fully, dwell: .zero, repetition: repetition))
    let folder = try LogFolder()
    let first = try folder.open { $0.session = "s1" }
    first.record(.seen("a", policy))
    try await first.close()
    folder.clock.advance(by: time)
    let log = try folder.open { $0.session = session }
    let windows = VisibilitySession()
    try await log.restore(to: windows, under: [policy.policy])
    let (window, view) = windows.makeWindow()
    let token = view.impression(of: "a", policy.policy) {
      log.record($0, of: "a", under: policy, at: .zero)
    }
    window.pass(at: .zero)
    withExtendedLifetime(token) {}
    windows.beginSession("s3")
    #expect(log.session == "s3", "the log follows the windows")
    return try await log.events().count - 1
  }

  @Test func `an item seen before counts again as its repetition says`() async throws {
    #expect(try await impressions(.once) == 0)
    #expect(try await impressions(.oncePerSession) == 0)
    #expect(try await impressions(.oncePerSession, session: "s2") == 1)
    let pause = ImpressionRepetition.afterCoolDown(.seconds(3_600))
    #expect(try await impressions(pause, after: .seconds(3_599)) == 0)
    #expect(try await impressions(pause, after: .seconds(3_600)) == 1)
    #expect(try await impressions(.perDay(1), after: .seconds(43_199)) == 0)
    #expect(try await impressions(.perDay(1), after: .seconds(43_200)) == 1)
    #expect(try await impressions(.perDay(2)) == 1)
  }
}
#endif
