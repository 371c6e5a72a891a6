#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SightlineApple
import SightlineScroll
import SwiftUI

/// Schedules every frame during a movement, the next change while waiting, and nothing at rest.
struct FrameSchedule: TimelineSchedule {
  /// Returns the next time to draw after a time.
  let nextFrame: (MonotonicTime) -> MonotonicTime?

  func entries(from start: Date, mode: Mode) -> AnyIterator<Date> {
    let begin = MonotonicClock.now
    var next: MonotonicTime? = begin
    return AnyIterator { [nextFrame] in
      guard let now = next else { return nil }
      next = nextFrame(now).map { $0 > now ? $0 : now + Self.frame }
      return start.addingTimeInterval((now - begin).inSeconds)
    }
  }

  /// SwiftUI draws at most once per display frame.
  private static let frame = Duration.nanoseconds(8_333_333)
}
#endif
