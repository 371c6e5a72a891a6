import AppKit
import SightlineAppKit
import Testing

extension AppKitHost {
  @MainActor
  @Suite struct ViewportTests {
    @Test func `margins of the window shrink what counts`() {
      withScreen { screen in
        let log = Log()
        box(0, 380, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        screen.window.visibilityMargins = .points(bottom: -50)
        screen.settle()
        screen.window.visibilityMargins = .zero
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card", "visible card"])
      }
    }

    @Test(arguments: [true, false])
    func `the top of a viewport is its top in either direction`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let frame = view(CGRect(x: 0, y: 0, width: 320, height: 200), isFlipped: isFlipped)
        screen.view.addSubview(frame)
        box(0, isFlipped ? 0 : 150, 320, 50, in: frame).log("upper", to: log)
        box(0, isFlipped ? 150 : 0, 320, 50, in: frame).log("lower", to: log)
        frame.visibility.viewportMargins = .points(top: -10)
        screen.settle()
        #expect(log.take() == ["visible lower"])
        frame.visibility.viewportMargins = .points(bottom: -10)
        screen.settle()
        #expect(Set(log.take()) == ["visible upper", "invisible lower"])
      }
    }

    @Test(arguments: [true, false])
    func `a scroll view with margins is the viewport of its rows`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let list = scrollView(
          CGRect(x: 0, y: 0, width: 320, height: 200),
          document: CGSize(width: 320, height: 1_000), isFlipped: isFlipped, in: screen.view)
        list.visibility.viewportMargins = .points(bottom: -50)
        list.row(140, height: 50).log("row", to: log)
        screen.settle()
        #expect(log.take() == [])
        list.scroll(fromTop: 40)
        screen.settle()
        #expect(log.take() == ["visible row"])
        list.visibility.viewportMargins = .points(bottom: -51)
        screen.settle()
        #expect(log.take() == ["invisible row"])
      }
    }

    @Test func `margins set after the views in it were placed count for them`() {
      withScreen { screen in
        let log = Log()
        let frame = box(0, 0, 320, 200, in: screen.view)
        frame.clipsToBounds = true
        box(0, 150, 320, 100, in: frame).log("card", to: log)
        screen.settle()
        #expect(log.take() == [])
        frame.visibility.viewportMargins = .points(bottom: 50)
        screen.settle()
        #expect(log.take() == ["visible card"])
        frame.visibility.viewportMargins = nil
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `an impression registered before the window counts in the window's session`() {
      withScreen { screen in
        let session = VisibilitySession()
        screen.window.visibilitySession = session
        var identities: [ItemIdentity] = []
        let early = box(0, 0, 320, 100)
        early.visibility.impression(of: 7) { identities.append($0.identity) }
        screen.view.addSubview(early)
        screen.settle()
        let late = box(0, 100, 320, 100, in: screen.view)
        late.visibility.impression(of: 7, .feed.repeating(.afterLeaving)) {
          identities.append($0.identity)
        }
        screen.settle()
        #expect(identities.count == 2)
        #expect(Set(identities).count == 1)
      }
    }
  }
}
