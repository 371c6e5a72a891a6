import Foundation
import SightlineApple
import SightlineCore
import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit
import VirtualTime

extension SwiftUIHost {
  /// SwiftUI's views in the cells of UIKit's lists, which reuse a cell and its views for other
  /// items.
  @MainActor
  @Suite
  struct HostingCellTests {
    enum Kind: CaseIterable {
      case collection, table
    }

    /// A list of 40 items, ten of which fit, with SwiftUI's content in its cells.
    private final class List: NSObject, UICollectionViewDataSource, UITableViewDataSource {
      let view: UIScrollView
      private let log: Log
      private let name: String

      init(_ kind: Kind, _ log: Log) {
        (self.log, name) = (log, "\(kind) \(UInt64.random(in: .min ... .max))")
        let frame = CGRect(x: 0, y: 0, width: 320, height: 480)
        switch kind {
        case .collection:
          let layout = UICollectionViewFlowLayout()
          layout.itemSize = CGSize(width: 320, height: 48)
          layout.minimumLineSpacing = 0
          layout.minimumInteritemSpacing = 0
          let collection = UICollectionView(frame: frame, collectionViewLayout: layout)
          collection.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
          view = collection
          super.init()
          collection.dataSource = self
        case .table:
          let table = UITableView(frame: frame, style: .plain)
          table.rowHeight = 48
          table.estimatedRowHeight = 0
          table.sectionHeaderTopPadding = 0
          table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
          view = table
          super.init()
          table.dataSource = self
        }
        view.contentInsetAdjustmentBehavior = .never
      }

      private func content(of item: Int) -> some UIContentConfiguration {
        let (log, name) = (log, name)
        return UIHostingConfiguration {
          Color.clear.frame(height: 48)
            .onVisibilityChange(of: item) { log.add("\($0 ? "+" : "-")\(item)") }
            .onImpression(of: "\(name) \(item)") { _ in log.add("seen \(item)") }
        }
        .margins(.all, 0)
      }

      func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        40
      }

      func collectionView(
        _ collectionView: UICollectionView, cellForItemAt path: IndexPath
      ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        cell.contentConfiguration = content(of: path.item)
        return cell
      }

      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 40 }

      func tableView(_ tableView: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: path)
        cell.contentConfiguration = content(of: path.row)
        return cell
      }

      func reload() {
        (view as? UICollectionView)?.reloadData()
        (view as? UITableView)?.reloadData()
      }
    }

    /// Runs a test with a list in a window.
    private func withList(_ kind: Kind, _ body: (List, Log) -> Void) {
      let log = Log()
      let list = List(kind, log)
      withViews(EmptyView(), width: 320, height: 480) { hosted in
        hosted.root.addSubview(list.view)
        hosted.settle()
        body(list, log)
        list.view.removeFromSuperview()
      }
    }

    private func settle() {
      VirtualRunLoop.main.wakeUp()
      VirtualRunLoop.main.run(for: 50_000_000)
    }

    @Test(arguments: Kind.allCases)
    func `hosted cells report each item once, whichever cell shows it`(kind: Kind) {
      withList(kind) { list, log in
        var (visible, seen): (Set<String>, [String]) = ([], [])
        @MainActor func read() {
          for line in log.take() {
            if line.hasPrefix("seen ") {
              seen.append(String(line.dropFirst(5)))
            } else if line.hasPrefix("+") {
              #expect(visible.insert(String(line.dropFirst())).inserted)
            } else {
              #expect(visible.remove(String(line.dropFirst())) != nil)
            }
          }
        }
        // Down in small steps, with a jump, and back.
        let offsets = Array(stride(from: 0, through: 1_440, by: 24)) + [0, 960, 480, 0]
        for offset in offsets {
          list.view.contentOffset.y = CGFloat(offset)
          settle()
          read()
          let first = Int((Double(offset) / 48).rounded(.up))
          let last = (offset + 480) / 48 - 1
          #expect(visible == Set((first...last).map { "\($0)" }))
        }
        #expect(seen.count == 40)
        #expect(Set(seen) == Set((0..<40).map { "\($0)" }))
      }
    }

    @Test(arguments: Kind.allCases)
    func `hosted cells use the margins of their list`(kind: Kind) {
      withList(kind) { list, log in
        _ = log.take()
        list.view.visibility.viewportMargins = .points(bottom: -96)
        settle()
        #expect(Set(log.take().filter { !$0.hasPrefix("seen") }) == ["-8", "-9"])
        list.view.visibility.viewportMargins = nil
        settle()
        #expect(Set(log.take().filter { !$0.hasPrefix("seen") }) == ["+8", "+9"])
      }
    }

    @Test(arguments: Kind.allCases)
    func `reloading and reconfiguring hosted cells reports nothing`(kind: Kind) {
      withList(kind) { list, log in
        #expect(log.take().count == 20)
        list.reload()
        settle()
        #expect(log.take() == [])
      }
    }
  }
}
