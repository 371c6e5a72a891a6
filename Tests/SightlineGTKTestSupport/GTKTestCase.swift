#if GTK && os(Linux)
import CSightlineGTK
import SightlineHost
internal import SightlineTesting
public import XCTest

/// A test case that needs GTK and a display. XCTest runs tests on the main thread, as GTK requires;
/// Swift Testing doesn't. Without a display the tests are skipped; `scripts/with-display` provides
/// one.
///
/// The class isn't isolated to the main actor, because XCTest's discovery on Linux aborts at
/// main-actor-isolated synchronous tests. Each test therefore puts its body in `onMain`.
open class GTKTestCase: XCTestCase {
  override open func setUpWithError() throws {
    // Accessibility output can be read back and isn't sent anywhere.
    setenv("GTK_A11Y", "test", 1)
    // Without a display `gtk_init_check` fails only the first time; later calls report success.
    try XCTSkipIf(
      gtk_init_check() == 0 || gdk_display_get_default() == nil,
      "GTK needs a display: run scripts/with-display swift test")
  }

  /// Runs a test's body on the main actor, then closes the windows it showed.
  package func onMain(_ body: @MainActor (WindowDriver) throws -> Void) rethrows {
    try MainActor.assumeIsolated {
      MirroredWindow.verifyFrames()
      let driver = WindowDriver()
      defer { driver.close() }
      try body(driver)
    }
  }
}
#endif
