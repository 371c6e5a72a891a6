/// The meter's texts.
enum MeterText {
  /// - Parameters:
  ///   - own: Sightline's time per frame.
  ///   - frame: the time of the whole frame, including GTK, the page and Sightline.
  static func numbers(own: Duration, frame: Duration, reads: Int, passes: Int) -> [String] {
    let microseconds = own / .microseconds(1)
    return [
      "Sightline \(Knob.text(microseconds, step: microseconds < 10 ? 0.1 : 1, unit: "µs"))",
      "frame \(Knob.text(frame / .milliseconds(1), step: 0.1, unit: "ms"))",
      count(reads, "view", "views") + " read",
      count(passes, "pass", "passes"),
    ]
  }

  private static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number)\u{A0}\(number == 1 ? one : many)"
  }
}
