#if !canImport(Darwin)
// Over the double only: package API, which an app's test bundle cannot access.
import AppKit
import SightlineApple
import SightlineHost
import Testing

extension AppKitHost {
  /// The views at the position of SwiftUI's views.
  @MainActor
  @Suite struct AppKitProbeTests {
    private func makeProbe(_ id: Int, to log: Log, _ frame: CGRect, in parent: NSView) -> ProbeView
    {
      let view = ProbeView()
      view.frame = frame
      view.observations = [
        Observation.changes(.fully, of: HashedID(id)) {
          log.add("\($1 == .visible ? "+" : "-")\(id)")
        }
      ]
      parent.addSubview(view)
      return view
    }

    @Test(arguments: [true, false])
    func `a probe's viewport is another probe's position`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let holder = view(CGRect(x: 0, y: 0, width: 320, height: 480), isFlipped: isFlipped)
        screen.view.addSubview(holder)
        let frame = ViewportFrame()
        let framing = ProbeView()
        framing.frame = CGRect(x: 0, y: 100, width: 320, height: 200)
        holder.addSubview(framing)
        frame.view = framing
        for (id, y) in [(1, 90), (2, 150), (3, 250)] {
          let place = CGRect(x: 0, y: CGFloat(y), width: 320, height: 50)
          let probe = makeProbe(id, to: log, place, in: holder)
          probe.frameOfViewport = frame
        }
        screen.settle()
        #expect(Set(log.take()) == ["+2", "+3"])
        // Where coordinates point up, the top has the higher ones.
        frame.margins = .points(top: -100)
        screen.settle()
        #expect(log.take() == [isFlipped ? "-2" : "-3"])
      }
    }

    @Test func `probes and the inspector take no clicks`() {
      withScreen { screen in
        let card = box(0, 0, 320, 100, in: screen.view)
        let probe = ProbeView()
        probe.frame = card.frame
        screen.view.addSubview(probe)
        let inspector = InspectorView()
        inspector.frame = screen.view.bounds
        screen.view.addSubview(inspector)
        #expect(screen.view.hitTest(CGPoint(x: 10, y: 470)) === card)
      }
    }

    @Test func `the inspector redraws where visibility changed`() {
      withScreen { screen in
        let card = box(0, 0, 320, 100, in: screen.view)
        card.visibility.changed { _ in }
        let inspector = InspectorView()
        inspector.frame = screen.view.bounds
        screen.view.addSubview(inspector)
        screen.run(for: 2)
        #expect(inspector.needsDisplay)
        inspector.needsDisplay = false
        screen.run(for: 2)
        #expect(!inspector.needsDisplay)
        card.frame.origin.y = 50
        screen.settle()
        #expect(inspector.needsDisplay)
        inspector.draw(inspector.bounds)
      }
    }
  }
}
#endif
