public import SightlineCore
public import SightlineScroll

extension ScreenlessHost {
  /// Returns whether a trigger requests the next page of a list, as the controllers of other hosts
  /// check after each layout and scroll. The engine decides whether the end is visible.
  ///
  /// ```swift
  /// host.scroll(to: 860)
  /// if host.check(&trigger, items: 0..<20) { … }  // the app's loader would run
  /// trigger.loaded(itemCount: 40, hasMore: true)
  /// ```
  ///
  /// An item without a view, as in a lazy list, isn't visible. A share refers to the rectangle
  /// around all views of the items, along its longer side.
  ///
  /// - Parameters:
  ///   - trigger: the trigger. While it backs off, call `resume()` after `backOff`.
  ///   - items: the ids of all items of the list, in order.
  ///   - direction: the reading direction, which determines where sideways content ends.
  public func check(
    _ trigger: inout LoadMoreTrigger, items: some Sequence<ID>,
    direction: ReadingDirection = .leftToRight
  ) -> Bool {
    let rows = items.map { id in (views[id] ?? []).filter { engine.scene.contains($0) } }
    var list = LoadMoreTrigger.List(
      itemCount: rows.count, lastVisibleItem: rows.lastIndex { $0.contains(where: isSeen) })
    let frames = rows.joined().map { Box(engine.scene.target($0).frame) }
    if let first = frames.first {
      let content = frames.dropFirst().reduce(first) { $0.union($1) }.rect
      let geometry = ScrollMetrics(contentSize: content.size, containerSize: content.size)
      let part = trigger.condition.region(of: geometry, direction: direction)
      if let part = part?.offset(by: content.origin),
        rows.joined().contains(where: { isSeen($0, in: part) })
      {
        list.seenShare = 1
      }
    }
    return trigger.check(list)
  }

  private func isSeen(_ view: TargetID) -> Bool {
    engine.reason(view, isNotVisibleUnder: .anyPixel) == nil
  }

  /// Returns whether a view shows in a part of its container's content.
  private func isSeen(_ view: TargetID, in part: LayoutRect) -> Bool {
    let state = engine.state(of: view)
    guard isSeen(view), let seen = state.visibleRect, let whole = state.boundingRect
    else { return false }
    let frame = engine.scene.target(view).frame
    let shown = seen.offset(by: LayoutPoint(x: frame.minX - whole.minX, y: frame.minY - whole.minY))
    return shown.intersection(part).map { $0.width > 0 && $0.height > 0 } ?? false
  }
}
