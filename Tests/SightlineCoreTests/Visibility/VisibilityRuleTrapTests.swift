import SightlineCore
import Testing

/// Invalid numbers stop the program at the creation of a rule.
@Suite struct RuleTrapTests {
  @Test func `a threshold above 1`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fraction(1.001) }
  }

  @Test func `a threshold below 0`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.thresholds([0.5, -0.1]) }
  }

  @Test func `a NaN threshold`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.share(.nan, of: .viewport) }
  }

  @Test func `no thresholds`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.thresholds([]) }
  }

  @Test func `an exit above the threshold`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fraction(0.3, exit: 0.7) }
  }

  @Test func `an exit below 0`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fraction(1, exit: -0.1) }
  }

  @Test func `a minimum area below 0`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fully.minimumArea(-1) }
  }

  @Test func `a non-finite minimum area`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fully.minimumArea(.nan) }
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fully.minimumArea(.infinity) }
  }

  @Test func `NaN hysteresis`() async {
    await #expect(processExitsWith: .failure) {
      _ = VisibilityRule.thresholds([0.5], hysteresis: .nan)
    }
  }

  @Test func `a minimum opacity above 1`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fully.minimumOpacity(1.5) }
  }

  @Test func `a NaN minimum opacity`() async {
    await #expect(processExitsWith: .failure) { _ = VisibilityRule.fully.minimumOpacity(.nan) }
  }
}
