import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  @MainActor
  @Suite struct HostViewportTests {
    @Test func `window margins shrink the viewport`() {
      withScreen { screen in
        let log = Log()
        box(0, 380, 320, 100, in: screen.view).log("card", to: log)
        screen.settle()
        screen.window.viewportMargins = .points(bottom: -50)
        screen.settle()
        screen.window.viewportMargins = .zero
        screen.settle()
        #expect(log.take() == ["visible card", "invisible card", "visible card"])
      }
    }

    @Test func `an observation may name an ancestor as its viewport`() {
      withScreen { screen in
        let log = Log()
        let (frame, outside) = (
          box(0, 0, 320, 200, in: screen.view), box(0, 300, 9, 9, in: screen.view)
        )
        let card = box(0, 150, 320, 100, in: frame)
        for (name, viewport) in [("window", nil), ("frame", frame), ("other", outside)] {
          card.visibility.changed(.fully, in: viewport?.visibility) { log.add("\(name) \($0)") }
        }
        screen.settle()
        #expect(log.take() == ["window visible", "other visible"])
        #expect(card.visibility.current(in: frame.visibility)?.fraction == 0.5)
        card.frame.origin.y = 100
        screen.settle()
        #expect(log.take() == ["frame visible"])
        frame.frame.size.height = 150
        screen.settle()
        #expect(log.take() == ["frame invisible"])
      }
    }

    @Test(arguments: flippings)
    func `a scroll view with margins is the viewport of its rows`(isFlipped: Bool) {
      withScreen { screen in
        let log = Log()
        let list = scrollingView(
          CGRect(x: 0, y: 0, width: 320, height: 200), content: CGSize(width: 320, height: 1_000),
          isFlipped: isFlipped, in: screen.view)
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

    @Test func `margins set after placement apply to placed views`() {
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

    @Test func `margins set while the viewport is out of its window apply when it returns`() {
      withScreen { screen in
        let log = Log()
        let frame = box(0, 0, 320, 200, in: screen.view)
        frame.visibility.viewportMargins = .zero
        box(0, 100, 320, 100, in: frame).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        frame.removeFromSuperview()
        frame.visibility.viewportMargins = .points(bottom: -50)
        screen.view.addSubview(frame)
        screen.settle()
        #expect(log.take() == ["invisible card"])
      }
    }

    @Test func `a view moved while nothing observes it is measured where it is now`() {
      withScreen { screen in
        let log = Log()
        let frame = box(0, 0, 320, 100, in: screen.view)
        frame.visibility.viewportMargins = .zero
        let card = box(0, 0, 320, 60, in: frame)
        let token = card.visibility.changed { _ in }
        screen.settle()
        token.cancel()
        card.frame.origin.y = 200
        screen.view.addSubview(card)
        screen.settle()
        #expect(card.visibility.current == nil, "it isn't observed")
        card.log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
      }
    }

    @Test func `a window gets its session after its margins, and before its first view`() {
      withScreen { screen in
        screen.window.viewportMargins = .safeArea
        let session = VisibilitySession()
        screen.window.visibilitySession = session
        box(0, 100, 320, 100, in: screen.view).visibility.impression(of: "ad") { _ in }
        screen.settle()
        #expect(screen.window.visibilitySession === session)
        #expect(session.knownIdentity(of: "ad") != nil)
      }
    }

    @Test func `a query of a view in an empty viewport adds nothing`() {
      withScreen { screen in
        let frame = box(0, 0, 320, 200, in: screen.view)
        frame.visibility.viewportMargins = .zero
        let cover = box(0, 0, 320, 100, in: frame)
        cover.visibility.cover = .opaque
        screen.settle()
        let count = screen.window.mirroredWindow.engine.inventory.count
        #expect(cover.visibility.current == nil)
        #expect(screen.window.mirroredWindow.engine.inventory.count == count)
      }
    }

    @Test func `a view given another viewport leaves the old one and enters the new one`() {
      withScreen { screen in
        let log = Log()
        let (outer, inner) = (box(0, 0, 320, 300, in: screen.view), box(0, 0, 320, 200))
        outer.addSubview(inner)
        box(0, 0, 320, 100, in: inner).log("card", to: log)
        screen.settle()
        #expect(log.take() == ["visible card"])
        for viewport in [outer, inner] {
          viewport.visibility.viewportMargins = .zero
          screen.settle()
          #expect(log.take() == ["invisible card", "visible card"])
          // Other margins of the same viewport.
          viewport.visibility.viewportMargins = .points(bottom: -1)
          screen.settle()
          #expect(log.take() == [])
        }
        outer.visibility.viewportMargins = nil
        screen.settle()
        #expect(log.take() == [], "it is not the card's viewport")
        inner.visibility.viewportMargins = nil
        screen.settle()
        #expect(log.take() == ["invisible card", "visible card"])
      }
    }

    @Test func `the viewport of a view that is gone is released`() {
      withScreen { screen in
        let log = Log()
        for _ in 0..<5 {
          let page = box(0, 0, 320, 200, in: screen.view)
          page.visibility.viewportMargins = .points(bottom: -50)
          box(0, 0, 320, 100, in: page).log("card", to: log)
          screen.settle()
          page.removeFromSuperview()
          screen.settle()
        }
        #expect(log.take() == (0..<5).flatMap { _ in ["visible card", "invisible card"] })
        #expect(screen.window.mirroredWindow.engine.viewportCount == 1, "the window's")
      }
    }

    @Test func `list items use the margins of the enclosing view`() {
      withScreen { screen in
        let log = Log()
        let frame = box(0, 0, 320, 200, in: screen.view)
        frame.clipsToBounds = true
        frame.visibility.viewportMargins = .points(bottom: -100)
        let items = ItemVisibility<Int>()
        items.changed { log.add("\($1) \($0)") }
        let cells = (0..<2).map { box(0, CGFloat($0) * 100, 320, 100, in: frame) }
        for (index, cell) in cells.enumerated() { items.bind(cell, to: index) }
        screen.settle()
        #expect(log.take() == ["visible 0"])
        frame.visibility.viewportMargins = nil
        screen.settle()
        #expect(log.take() == ["visible 1"])
        frame.visibility.viewportMargins = .points(bottom: -100)
        screen.settle()
        #expect(log.take() == ["invisible 1"])
      }
    }

    @Test func `states arrive as a sequence from the first change on`() async {
      let screen = Screen()
      let card = box(0, 0, 320, 100, in: screen.view)
      let states = card.visibility.states
      screen.settle()
      card.isHidden = true
      screen.settle()
      card.removeFromSuperview()
      var seen: [VisibilityState] = []
      for await state in states {
        seen.append(state)
        if seen.count == 2 { break }
      }
      #expect(seen == [.visible, .invisible])
      screen.close()
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
