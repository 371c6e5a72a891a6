#if canImport(UIKit)
import Sightline
import SwiftUI
import UIKit

/// Controllers for a stretchy header, a carousel and scroll phases.
struct ControllersPage: View {
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Header, carousel, phases", "Pull down, scroll, hold the carousel: everything is UIKit.",
      log: log
    ) {
      ControllersView { log.add($0) }
    }
  }
}

private struct ControllersView: UIViewControllerRepresentable {
  let report: @MainActor (String) -> Void

  func makeUIViewController(context: Context) -> ControllersViewController {
    ControllersViewController()
  }

  func updateUIViewController(_ controller: ControllersViewController, context: Context) {
    controller.report = report
  }
}

private final class ControllersViewController: UIViewController {
  private static let headerHeight: CGFloat = 220
  private static let carouselHeight: CGFloat = 140
  private static let rowHeight: CGFloat = 56

  var report: @MainActor (String) -> Void = { _ in }

  private let scrollView = UIScrollView()
  private let carouselView = UIView()
  private let rows = UIStackView()
  // Must live as long as the views, which do not retain them.
  private var stretchy: StretchyHeaderController?
  private var carousel: CarouselController?
  private var observer: ScrollObserver?

  override func viewDidLoad() {
    super.viewDidLoad()
    scrollView.alwaysBounceVertical = true
    view.addSubview(scrollView)
    addHeader()
    addCarousel()
    addRows()

    let observer = ScrollObserver(of: scrollView)
    observer.phaseChanged = { [weak self] in self?.report("\($0.from) → \($0.to)") }
    self.observer = observer
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = view.bounds.width
    let rowsHeight = Self.rowHeight * CGFloat(rows.arrangedSubviews.count)
    scrollView.frame = view.bounds
    carouselView.frame = CGRect(
      x: 0, y: Self.headerHeight + 16, width: width, height: Self.carouselHeight)
    rows.frame = CGRect(
      x: 16, y: carouselView.frame.maxY + 16, width: width - 32, height: rowsHeight)
    scrollView.contentSize = CGSize(width: width, height: rows.frame.maxY)
  }

  private func addHeader() {
    let header = UIView()
    header.backgroundColor = .systemOrange
    header.visibility.changed(.anyPixel) { [weak self] state in
      self?.report("the header is \(state)")
    }
    stretchy = StretchyHeaderController(
      header: header, in: scrollView, state: StretchyHeader(height: Double(Self.headerHeight)))
  }

  private func addCarousel() {
    let cards = (1...8).map { number in
      let card = UILabel()
      card.text = "Offer \(number)"
      card.textAlignment = .center
      card.backgroundColor = .secondarySystemFill
      card.visibility.impression(of: "offer \(number)", .mrcDisplay) { [weak self] _ in
        self?.report("offer \(number) was seen")
      }
      return card
    }
    scrollView.addSubview(carouselView)
    carousel = CarouselController(items: cards, itemWidth: 200, in: carouselView)
  }

  private func addRows() {
    rows.axis = .vertical
    rows.distribution = .fillEqually
    for number in 1...40 {
      let row = UILabel()
      row.text = "Row \(number)"
      rows.addArrangedSubview(row)
    }
    scrollView.addSubview(rows)
  }
}
#endif
