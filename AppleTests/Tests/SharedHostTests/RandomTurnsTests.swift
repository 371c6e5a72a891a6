import SightlineApple
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

extension ToolkitHost {
  /// Random trees with many changes in one turn, compared with the toolkit's own conversion
  /// afterwards.
  @MainActor
  @Suite struct RandomTurnsTests {
    /// The subject of a report: a view, or an item in any cell.
    private enum Subject: Hashable {
      case view(Int)
      case item(Int)
    }

    /// The state of a subject that counts at the end of a turn.
    private struct Standing: Equatable {
      var isVisible: Bool
      /// The viewport to measure it against; `nil` for the window.
      var viewport: ObjectIdentifier?
    }

    @MainActor
    private final class Forest {
      let screen: Screen
      var numbers: SeededGenerator
      private var views: [PlatformView] = []
      private var names: [ObjectIdentifier: Int] = [:]
      private var count = 0
      /// The cell of each item.
      private var cells: [Int: PlatformView] = [:]
      private let items = ItemVisibility<Int>()
      private(set) var visible: Set<Subject> = []
      /// The reports since the last turn began.
      private var reported: [Subject] = []
      private var standings: [Subject: Standing] = [:]
      /// A view that always moves, so nothing ever rests.
      private let spinner: PlatformView

      /// - Parameter hidden: the number of additional views, each in a hidden view; each frame
      ///   reads some of them in turn.
      init(seed: UInt64, hidden: Int, in screen: Screen) {
        self.screen = screen
        numbers = SeededGenerator(seed: seed)
        screen.view.clipsToBounds = true
        spinner = box(0, 470, 10, 10, in: screen.view)
        spinner.visibility.changed { _ in }
        items.changed(.anyPixel) { [weak self] in self?.note(.item($0), $1) }
        hiddenViews(hidden, in: screen)
        for _ in 0..<20 { add() }
        for item in 0..<6 { replaceCell(of: item) }
        settle()
      }

      private func note(_ subject: Subject, _ state: VisibilityState) {
        reported.append(subject)
        if state == .visible { visible.insert(subject) } else { visible.remove(subject) }
      }

      /// Lets 100 ms pass with an animation.
      private func settle() {
        for frame in 0..<6 {
          spinner.frame.origin.x = CGFloat(frame * 20)
          screen.run(for: 1.0 / 60)
        }
      }

      // MARK: Changes

      private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }

      private func add() {
        let view = plainView(randomFrame())
        count += 1
        let name = count
        if number(0..<2) == 0 { observe(view, name) }
        randomParent(outside: nil).addSubview(view)
        if names[ObjectIdentifier(view)] == nil { observe(view, name) }
        views.append(view)
      }

      private func observe(_ view: PlatformView, _ name: Int) {
        names[ObjectIdentifier(view)] = name
        view.visibility.changed(.anyPixel) { [weak self] in self?.note(.view(name), $0) }
      }

      private func randomFrame() -> CGRect {
        CGRect(
          x: CGFloat(number(-100..<300)), y: CGFloat(number(-100..<450)),
          width: CGFloat(number(20..<300)), height: CGFloat(number(20..<300)))
      }

      /// Often returns the screen, so that not too many views are hidden with their ancestors.
      private func randomParent(outside view: PlatformView?) -> PlatformView {
        let others = views.filter { other in view.map { !other.isDescendant(of: $0) } ?? true }
        if number(0..<3) == 0 { return screen.view }
        return others.randomElement(using: &numbers) ?? screen.view
      }

      /// Makes several changes in one turn.
      func takeTurn() {
        reported = []
        for _ in 0..<number(1..<7) {
          // Another view reuses the address of a released one in the same turn.
          if change() == .removed { add() }
        }
        settle()
      }

      private enum Change { case made, removed }

      private func change() -> Change {
        guard let view = views.randomElement(using: &numbers) else { return .made }
        switch number(0..<14) {
        case 0, 1: randomParent(outside: view).addSubview(view)
        case 2:
          // Out of a container that is removed, before or after.
          let place = randomParent(outside: view.superview ?? view)
          let old = view.superview
          if number(0..<2) == 0 { place.addSubview(view) }
          if old !== screen.view { old?.removeFromSuperview() }
          if view.superview !== place { place.addSubview(view) }
        case 3:
          // The same with a hidden ancestor.
          let (parent, place) = (view.superview, randomParent(outside: view.superview ?? view))
          let old = number(0..<2) == 0 ? parent?.superview : parent
          let isBefore = number(0..<2) == 0
          if isBefore { place.addSubview(view) }
          if let old, old.isDescendant(of: screen.view), old !== screen.view { old.isHidden = true }
          if !isBefore { place.addSubview(view) }
        case 4: view.removeFromSuperview()
        case 5:
          let parent = view.superview
          view.removeFromSuperview()
          parent?.addSubview(view)
        case 6: view.superview?.sendToBack(view)
        case 7: view.isHidden = number(0..<4) == 0
        case 8: view.opacity = number(0..<4) == 0 ? 0 : 0.9
        case 9: view.clipsToBounds.toggle()
        case 10: view.frame = randomFrame()
        case 11: exchangeOrReplaceCells()
        case 12:
          let isViewport = view.visibility.viewportMargins != nil
          view.visibility.viewportMargins =
            isViewport ? nil : .points(bottom: -Double(number(0..<100)))
        default:
          views.removeAll { $0 === view }
          names[ObjectIdentifier(view)] = nil
          view.removeFromSuperview()
          return .removed
        }
        return .made
      }

      private func exchangeOrReplaceCells() {
        let (one, other) = (number(0..<6), number(0..<6))
        guard number(0..<2) == 0, one != other, let first = cells[one], let second = cells[other]
        else { return replaceCell(of: one) }
        items.bind(first, to: other)
        items.bind(second, to: one)
        cells[one] = second
        cells[other] = first
      }

      /// Shows an item in another cell, in the same container or elsewhere.
      private func replaceCell(of item: Int) {
        let (old, cell) = (cells[item], plainView(randomFrame()))
        let place = number(0..<2) == 0 ? randomParent(outside: nil) : old?.superview ?? screen.view
        let isBoundBefore = number(0..<2) == 0
        if isBoundBefore { items.bind(cell, to: item) }
        place.addSubview(cell)
        if !isBoundBefore { items.bind(cell, to: item) }
        cells[item] = cell
        if let old {
          items.unbind(old)
          old.removeFromSuperview()
        }
      }

      // MARK: Expectations

      private func standing(of view: PlatformView) -> Standing {
        var ancestor = view.superview
        while let here = ancestor, here.visibility.viewportMargins == nil {
          ancestor = here.superview
        }
        let viewport = ancestor.map(ObjectIdentifier.init)
        guard view.window === screen.window else {
          return Standing(isVisible: false, viewport: viewport)
        }
        var area = view.convert(view.bounds, to: screen.view)
        var current: PlatformView? = view
        var isClipped = true
        while let here = current {
          if here.isHidden || here.opacity < 0.01 {
            return Standing(isVisible: false, viewport: viewport)
          }
          if isClipped, here.clipsToBounds, here !== view {
            area = area.intersection(here.convert(here.bounds, to: screen.view))
          }
          if here !== view, let margins = here.visibility.viewportMargins {
            if isClipped {
              var bounds = here.bounds
              bounds.size.height = max(0, bounds.height + CGFloat(margins.points.bottom))
              area = area.intersection(here.convert(bounds, to: screen.view))
            }
            // The ancestors of the viewport do not clip.
            isClipped = false
          }
          current = here.superview
        }
        return Standing(
          isVisible: !area.isNull && area.width > 1e-6 && area.height > 1e-6, viewport: viewport)
      }

      /// Returns the mistake after a turn; `nil` if there was no mistake.
      func mistake() -> String? {
        var new: [Subject: Standing] = [:]
        for view in views { new[.view(names[ObjectIdentifier(view)] ?? 0)] = standing(of: view) }
        for (item, cell) in cells { new[.item(item)] = standing(of: cell) }
        defer { standings = new }
        let expected = Set(new.filter(\.value.isVisible).keys)
        if visible != expected {
          return "not reported: \(expected.subtracting(visible)),"
            + " too much: \(visible.subtracting(expected))"
        }
        for subject in Set(reported) {
          if let now = new[subject], now == standings[subject] {
            return
              "\(subject) has stayed as it was: \(reported.filter { $0 == subject }.count) reports"
          }
          if reported.filter({ $0 == subject }).count > 2 { return "\(subject) is reported again" }
        }
        return nil
      }
    }

    @Test(arguments: Variant.windows + Variant.irregular, Array(UInt64(1)...2))
    func `reports match coordinate conversion after any turn, without repeats`(
      variant: Variant, seed: UInt64
    ) {
      withScreen(as: variant) { screen in
        // With more than 200 views, debug builds skip the verification, which takes most of the
        // time.
        let forest = Forest(seed: seed, hidden: seed % 2 == 0 ? 250 : 0, in: screen)
        #expect(forest.mistake() == nil, "seed \(seed), at first")
        var seen = 0
        for turn in 0..<60 {
          forest.takeTurn()
          let mistake = forest.mistake()
          #expect(mistake == nil, "seed \(seed), turn \(turn)")
          if mistake != nil { return }
          seen += forest.visible.count
        }
        #expect(seen > 150, "seed \(seed)")
        screen.window.showsVisibilityInspector = true
        screen.run(for: 0.5)
        #expect(screen.window.visibilityAudit?.differences == [], "seed \(seed)")
      }
    }
  }
}
