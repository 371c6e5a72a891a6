/// A cache of the items around the clips of recent searches. A search whose clip has moved only a
/// little tests those items alone.
///
/// Scrolling moves a clip by a fraction of its extent per frame. If the clip is near its last
/// position, a search also fetches the surroundings; the next frames then compare a short row of
/// boxes instead of descending the index. (Compare Verlet's neighbour lists in molecular dynamics,
/// 1967.) For a clip that has jumped, no surroundings are fetched.
///
/// Invariant: a row contains every item of its index, as of `revision`, whose box touches `area`,
/// with that box.
struct NearbyItems: Sendable {
  private struct Item: Sendable {
    var box: Box
    var item: ItemRef
  }

  /// The surroundings of the last clip in one index.
  private struct Row: Sendable {
    private var index = -1
    private var revision: UInt32 = 0
    private var area = Box.nothing
    private var items = ScratchBuffer<Item>()

    mutating func find(
      inIndex index: Int, meeting clip: Box, _ scene: inout VisibilityScene,
      into found: inout SearchResults
    ) -> Int {
      var tested = items.count
      if self.index != index || revision != scene.indexes[index].revision || !area.contains(clip) {
        let isNear = self.index == index && area.touches(clip)
        tested = fetch(index, isNear ? clip.withSurroundings : clip, &scene, &found)
      }
      found.removeAll()
      items.withElements { items in
        for item in items where item.box.touches(clip) { found.append(item.item) }
      }
      return tested
    }

    private mutating func fetch(
      _ index: Int, _ area: Box, _ scene: inout VisibilityScene, _ found: inout SearchResults
    ) -> Int {
      let tested = scene.find(.targets, inIndex: index, meeting: area, limit: .max, into: &found)
      self.index = index
      self.area = area
      revision = scene.indexes[index].revision
      items.removeAll()
      for i in found.targets.indices {
        let target = found.targets[i]
        items.append(Item(box: scene.searchBox(of: target), item: ItemRef(target)))
      }
      for i in found.containers.indices {
        let container = found.containers[i]
        items.append(Item(box: scene.containers[container].reach, item: ItemRef(container)))
      }
      return tested &+ items.count
    }
  }

  /// The number of rows: about as many as the containers a screen may show at once. Indexes share
  /// rows; the last one searched owns the row.
  private static let rowCount = 16

  private var rows = ContiguousArray(repeating: Row(), count: NearbyItems.rowCount)

  /// Finds the targets and containers of an index, which must be fresh, that touch a clip.
  ///
  /// - Returns: the number of boxes tested.
  mutating func find(
    inIndex index: Int, meeting clip: Box, _ scene: inout VisibilityScene,
    into found: inout SearchResults
  ) -> Int {
    // The two indexes of a container use separate rows.
    let row = (index >> 1 &+ index << 3) & (NearbyItems.rowCount - 1)
    return rows[row].find(inIndex: index, meeting: clip, &scene, into: &found)
  }
}

extension Box {
  /// The box grown on every side by a quarter of the sum of its extents, so that narrow strips grow
  /// too; the box itself if that overflows.
  fileprivate var withSurroundings: Box {
    let box = grown(by: LayoutInsets((width + height) / 4))
    return box.contains(self) ? box : self
  }
}
