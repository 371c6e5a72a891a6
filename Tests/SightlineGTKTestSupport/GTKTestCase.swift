#if GTK && os(Linux)
import CGTK
public import XCTest

/// Tests that need GTK and a display. XCTest runs them on the main thread, GTK's own; Swift Testing
/// does not. Without a display they are skipped: `scripts/with-display` brings one.
///
/// The class is not the main actor's, for XCTest's discovery on Linux aborts at synchronous tests
/// that are. So the whole body of a test stands in `onMain`.
open class GTKTestCase: XCTestCase {
  override open func setUpWithError() throws {
    // What assistive technology is given can be read back, and goes nowhere.
    setenv("GTK_A11Y", "test", 1)
    // Without a display `gtk_init_check` fails the first time only; later calls say that all is
    // well.
    try XCTSkipIf(
      gtk_init_check() == 0 || gdk_display_get_default() == nil,
      "GTK needs a display and there is none: run scripts/with-display swift test")
  }

  /// Runs the body of a test on the main actor. What it showed is closed afterwards.
  package func onMain(_ body: @MainActor (WindowDriver) throws -> Void) rethrows {
    try MainActor.assumeIsolated {
      let driver = WindowDriver()
      defer { driver.close() }
      try body(driver)
    }
  }
}
#endif
