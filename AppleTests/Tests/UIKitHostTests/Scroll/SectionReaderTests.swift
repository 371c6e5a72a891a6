#if !canImport(Darwin)
// Over the double only, where the test moves fingers and advances time.
import SightlineAppleViews
import SightlineScroll
import Testing
import UIKit
import VirtualTime

extension UIKitHost {
  /// The decisions of SwiftUI's section tabs. They are package API, so they are tested over the
  /// double only.
  @MainActor
  @Suite struct SectionReaderTests {
    private typealias Reader = SectionReader<NamedSections<String>>

    /// A scroll view whose sections are laid out by the test, as SwiftUI would do.
    @MainActor
    private final class Page {
      let scrollView: UIScrollView
      let reader = Reader()
      let probe = ScrollProbe()
      let log = Log()

      init(in screen: Screen) {
        scrollView = UIScrollView(frame: screen.view.bounds)
        scrollView.contentInsetAdjustmentBehavior = .never
        scrollView.contentSize = CGSize(width: 320, height: 3_000)
        screen.view.addSubview(scrollView)
        let (reader, log) = (reader, log)
        probe.geometryChanged = { reader.scrolled($0) }
        probe.phaseChanged = { reader.phaseChanged($0) }
        reader.selectionChanged = { log.add("selected \($0 ?? "none")") }
        reader.scrollRequested = { [weak self] in self?.scroll($0) }
        scrollView.addSubview(probe.view)
        reader.setSections(["a", "b", "c"])
        for (index, name) in ["a", "b", "c"].enumerated() {
          reader.place(name, at: Double(index) * 1_000)
        }
      }

      private func scroll(_ scroll: SectionScroll<String>) {
        log.add("scroll to \(scroll.section)")
        let place: CGFloat = scroll.section == "a" ? 0 : scroll.section == "b" ? 1_000 : 2_000
        scrollView.setContentOffset(CGPoint(x: 0, y: place), animated: scroll.duration > .zero)
      }
    }

    @Test func `only changes of the selection are reported, not scrolls`() {
      withScreen { screen in
        let page = Page(in: screen)
        #expect(page.log.take() == [])
        screen.settle()
        #expect(page.log.take() == ["selected a"])
        for offset in stride(from: 100.0, through: 2_000, by: 100) {
          page.scrollView.contentOffset.y = offset
          screen.settle()
        }
        #expect(page.log.take() == ["selected b", "selected c"])
      }
    }

    @Test func `a chosen section is selected and scrolled to, with none on the way`() {
      withScreen { screen in
        let page = Page(in: screen)
        screen.settle()
        _ = page.log.take()
        page.reader.select("c")
        #expect(page.log.take() == ["selected c", "scroll to c"])
        screen.run(for: 2)
        #expect(page.scrollView.contentOffset.y == 2_000)
        #expect(page.log.take() == [])
      }
    }

    @Test func `positions reported one by one in a layout apply together at the turn's end`() {
      withScreen { screen in
        let page = Page(in: screen)
        screen.settle()
        page.scrollView.contentOffset.y = 1_500
        screen.settle()
        _ = page.log.take()
        page.reader.place("c", at: 1_400)
        page.reader.place("b", at: 700)
        page.reader.place("c", at: 2_100)
        #expect(page.log.take() == [])
        screen.settle()
        #expect(page.log.take() == [])
        page.reader.place("b", at: 1_600)
        #expect(page.log.take() == [])
        screen.settle()
        #expect(page.log.take() == ["selected a"])
      }
    }

    @Test func `a finger takes over from a scroll to a section`() {
      withScreen { screen in
        let page = Page(in: screen)
        screen.settle()
        page.reader.select("c")
        screen.run(for: 0.1)
        _ = page.log.take()
        screen.drag(from: CGPoint(x: 100, y: 200), to: CGPoint(x: 100, y: 400))
        screen.run(for: 3)
        #expect(page.log.take().last == "selected a")
      }
    }

    @Test func `a scroll to a section that stops on its way selects the section there`() {
      withScreen { screen in
        let page = Page(in: screen)
        screen.settle()
        page.reader.select("c")
        while page.scrollView.contentOffset.y < 500 { screen.run(for: 0.01) }
        _ = page.log.take()
        page.scrollView.setContentOffset(page.scrollView.contentOffset, animated: false)
        screen.run(for: 1)
        #expect(page.scrollView.contentOffset.y < 1_000)
        #expect(page.log.take() == ["selected a"])
      }
    }

    @Test func `a jump before the first step to a section selects the section there`() {
      withScreen { screen in
        let page = Page(in: screen)
        screen.settle()
        page.reader.select("c")
        page.scrollView.setContentOffset(CGPoint(x: 0, y: 1_500), animated: false)
        _ = page.log.take()
        screen.run(for: 1)
        #expect(page.log.take() == ["selected b"])
      }
    }

    @Test func `added and removed sections settle at the turn's end`() {
      withScreen { screen in
        let page = Page(in: screen)
        screen.settle()
        _ = page.log.take()
        page.reader.setSections(["b", "c"])
        #expect(page.log.take() == [])
        screen.settle()
        #expect(page.log.take() == ["selected b"])
        page.reader.setSections([])
        screen.settle()
        #expect(page.log.take() == ["selected none"])
      }
    }
  }
}
#endif
