import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HostDwellTests {
    @Test(arguments: Variant.frames)
    func `an impression is reported when its dwell ends, without other events`(variant: Variant) {
      withScreen(as: variant) { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        card.visibility.impression(of: "ad", .mrcDisplay) { _ in log.add("seen") }
        screen.run(for: 0.9)
        #expect(log.take() == [])
        screen.run(for: 0.3)
        #expect(log.take() == ["seen"])
        screen.run(for: 3)
        #expect(log.take() == [])
      }
    }

    @Test(arguments: Variant.frames)
    func `leaving restarts the dwell`(variant: Variant) {
      withScreen(as: variant) { screen in
        screen.window.visibilitySession = VisibilitySession()
        let log = Log()
        let card = box(0, 0, 320, 200, in: screen.view)
        card.visibility.impression(of: "other ad", .mrcDisplay) { _ in log.add("seen") }
        screen.run(for: 0.8)
        card.frame.origin.y = 1_000
        screen.run(for: 0.5)
        card.frame.origin.y = 0
        screen.run(for: 0.8)
        #expect(log.take() == [])
        screen.run(for: 0.4)
        #expect(log.take() == ["seen"])
      }
    }
  }
}
