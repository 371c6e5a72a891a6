/// What lies around the clips of the last searches, so that a search for a clip that has only moved
/// a little tests those items alone.
///
/// Scrolling moves a clip by a fraction of its extent a frame. A search that finds its clip next to
/// where it was fetches what lies around it, too; the frames after it compare a short row of boxes
/// instead of going down the index. (Molecular dynamics does the same with Verlet's neighbour
/// lists, 1967.) A clip that has jumped gets no such surroundings.
///
/// Invariant: a row holds every item of its index, as of `revision`, whose box touches `area`, with
/// that box.
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
    private var items = Pile<Item>()

    mutating func find(
      inIndex index: Int, meeting clip: Box, _ scene: inout VisibilityScene,
      into found: inout Findings
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
      _ index: Int, _ area: Box, _ scene: inout VisibilityScene, _ found: inout Findings
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

  /// As many rows as containers that a screen may well show at once. Indexes share them; the last
  /// one to be searched has it.
  private static let rowCount = 16

  private var rows = ContiguousArray(repeating: Row(), count: NearbyItems.rowCount)

  /// Finds the targets and containers of an index, which must be fresh, that touch a clip.
  ///
  /// - Returns: how many boxes were tested.
  mutating func find(
    inIndex index: Int, meeting clip: Box, _ scene: inout VisibilityScene,
    into found: inout Findings
  ) -> Int {
    // The two indexes of a container have rows of their own.
    let row = (index >> 1 &+ index << 3) & (NearbyItems.rowCount - 1)
    return rows[row].find(inIndex: index, meeting: clip, &scene, into: &found)
  }
}

extension Box {
  /// The box with a quarter of both extents more on every side, so that a narrow strip gets some,
  /// too; itself where that cannot be expressed.
  fileprivate var withSurroundings: Box {
    let box = grown(by: LayoutInsets((width + height) / 4))
    return box.contains(self) ? box : self
  }
}
