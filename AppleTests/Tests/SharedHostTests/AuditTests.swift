import SightlineApple
import SightlineHost
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct AuditTests {
    /// Fills a screen with views that are clipped, turned, hidden and covered.
    private func fill(_ screen: Screen) {
      screen.window.visibilitySession = VisibilitySession()
      let list = box(20, 20, 280, 300, in: screen.view)
      list.clipsToBounds = true
      for row in 0..<10 {
        let card = box(0, CGFloat(row) * 90, 280, 80, in: list)
        card.visibility.impression(of: "card \(row)", .feed) { _ in }
      }
      let hidden = box(0, 0, 50, 50, in: screen.view)
      hidden.isHidden = true
      box(0, 0, 50, 50, in: hidden).visibility.changed { _ in }
      let below = box(100, 400, 100, 100, in: screen.view)
      below.visibility.changed { _ in }
      let cover = box(150, 400, 100, 40, in: screen.view)
      cover.visibility.cover = .opaque
      box(0, 0, 20, 20, in: cover).visibility.changed { _ in }
    }

    private func audit(_ screen: Screen) throws -> VisibilityAudit {
      screen.window.showsVisibilityInspector = true
      screen.run(for: 0.5)
      return try #require(screen.window.visibilityAudit)
    }

    @Test func `the toolkit's own geometry agrees with the engine`() throws {
      try withScreen { screen in
        fill(screen)
        let audit = try audit(screen)
        #expect(audit.comparedCount == 13)
        #expect(audit.differences == [])
        #expect(audit.summary == "13 compared, 0 differ")
      }
    }

    #if !canImport(Darwin)
    @Test(arguments: [3, 80])
    func `an audit runs in turns without a change, and after each change`(count: Int) {
      withScreen { screen in
        screen.window.visibilitySession = VisibilitySession()
        let cards = (0..<count).map { box(0, CGFloat($0) * 30, 320, 20, in: screen.view) }
        // Dwell progresses in each turn.
        for (index, card) in cards.enumerated() {
          let policy = ImpressionPolicy(rule: .anyPixel, dwell: .seconds(3_600))
          card.visibility.impression(of: index, policy) { _ in }
        }
        screen.window.showsVisibilityInspector = true
        @MainActor func takeTurns() { for _ in 0..<60 { screen.run(for: 1.0 / 60) } }
        takeTurns()
        #expect(screen.window.visibilityAudit?.comparedCount == count)
        cards[0].removeFromSuperview()
        takeTurns()
        #expect(screen.window.visibilityAudit?.comparedCount == count - 1)
      }
    }
    #endif

    @Test func `without an inspector there is no audit`() {
      withScreen { screen in
        fill(screen)
        screen.run(for: 0.5)
        #expect(screen.window.visibilityAudit == nil)
      }
    }

    #if canImport(UIKit) && !canImport(Darwin)
    @Test func `a position that is misread is a difference, with the item's name`() throws {
      CALayer.faults = .position
      defer { CALayer.faults = [] }
      try withScreen { screen in
        fill(screen)
        MirroredWindow.verifiesFrames = false
        defer { MirroredWindow.verifiesFrames = true }
        let audit = try audit(screen)
        #expect(audit.differences.contains { $0.name == "card 2" })
        #expect(audit.summary.hasPrefix("13 compared, "))
      }
    }

    @Test func `a turn that is misread is a difference`() throws {
      CALayer.faults = .transform
      defer { CALayer.faults = [] }
      try withScreen { screen in
        let card = box(200, 100, 140, 40, in: screen.view)
        card.transform = CGAffineTransform(rotationAngle: .pi / 2)
        card.visibility.impression(of: "turned", .feed) { _ in }
        let audit = try audit(screen)
        #expect(audit.description.contains("turned: 86 %, measured 100 %"))
      }
    }
    #endif
  }
}
