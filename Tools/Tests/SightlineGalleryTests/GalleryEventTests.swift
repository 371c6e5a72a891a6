import SightlineCore
import Testing

@testable import SightlineGallery

/// Tests of the wording of events in the list, on standard output and when copied.
@Suite struct GalleryEventTests {
  private let time = Duration.milliseconds(1_204)

  @Test func `a leave event has its fraction and reason`() {
    let event = GalleryEvent(
      time: time, isVisible: false, subject: "Card 3", fraction: 0.431, reason: .covered)
    #expect(event.text == "Card 3 left, 43.1 %, covered")
    #expect(event.line == "  1.204 s  Card 3 left, 43.1 %, covered")
    #expect(event.kind == .left)
  }

  @Test func `an enter event has no reason`() {
    let event = GalleryEvent(
      time: time, isVisible: true, subject: "Card 3", fraction: 1, reason: .covered)
    #expect(event.text == "Card 3 entered, 100 %")
    #expect(event.reason == nil)
  }

  @Test func `an impression event has its dwell`() {
    func text(_ dwell: Duration, _ count: Int) -> String {
      GalleryEvent(time: time, seen: "Ad 7", dwell: dwell, count: count).text
    }
    #expect(text(.zero, 1) == "Ad 7 was seen at once")
    #expect(text(.milliseconds(1_004), 1) == "Ad 7 was seen after 1.00 s")
    #expect(text(.seconds(12), 3) == "Ad 7 was seen after 12.00 s, 3 times so far")
  }

  @Test(arguments: [
    (1, "100 %"), (0.99999, "99.9 %"), (0.7, "70 %"), (0.1 + 0.2, "30 %"), (0.0004, "0 %"),
    (0, "0 %"),
  ])
  func `only complete visibility shows 100 %`(_ fraction: Double, _ text: String) {
    #expect(GalleryEvent.percent(fraction) == text)
  }

  @Test func `a label does not break between a number and its unit`() {
    let event = GalleryEvent(time: time, note: "Card 2 left, 43 % after 1.00 s of 7 seen")
    #expect(event.unbrokenText == "Card 2 left, 43\u{A0}% after 1.00\u{A0}s of 7\u{A0}seen")
  }

  @Test(arguments: [
    (70, 10, "%", "70\u{A0}%"), (0.5, 0.25, "s", "0.50\u{A0}s"), (-3, 1, "", "−3"),
    (12.34, 0.1, "µs", "12.3\u{A0}µs"), (0.04, 0.01, "", "0.04"),
  ])
  func `a knob's value has as many digits as its step`(
    _ value: Double, _ step: Double, _ unit: String, _ text: String
  ) {
    #expect(Quantity.text(value, step: step, unit: unit) == text)
  }

  @Test func `the cost of frames is Sightline's mean time and its share of the same frames`() {
    var cost = FrameCost()
    #expect(cost.words == "0.0\u{A0}µs of 0.0\u{A0}ms, 0.0\u{A0}%")
    cost.add(FrameCost(frames: 1, own: .microseconds(80), whole: .microseconds(3_900)))
    cost.add(FrameCost(frames: 1, own: .microseconds(6), whole: .microseconds(2_120)))
    #expect(cost.words == "43\u{A0}µs of 3.0\u{A0}ms, 1.4\u{A0}%")
  }
}
