/// Which views the keys of a tree stand for, for toolkits whose views are objects of Swift.
///
/// A key is an address and keeps nothing alive, so that reading it could be reading memory that is
/// something else by now. The table knows every view that it made a key of, by a weak reference.
///
/// Invariants:
/// 1. The key of a view that is gone stands for nothing, until a view at the same address gets a key of
///    its own.
/// 2. A view that is alive keeps its key: it may be a container and observed at once, so that neither
///    may take it away from the other.
/// 3. What is remembered of views that are gone is at most as much as of views that were alive when it
///    was last looked through, but for a few.
package struct ViewTable {
  /// An object, so that a look-up does not copy the weak reference.
  private final class Entry {
    weak var view: AnyObject?

    init(_ view: AnyObject) { self.view = view }
  }

  private var entries: [ViewKey: Entry] = [:]
  /// With how many entries those of views that are gone are taken out.
  private var limit = fewEntries

  private static let fewEntries = 64

  package init() {}

  /// How many views are remembered, those that are gone and not yet noticed included.
  package var count: Int { entries.count }

  /// The key of a view, by which it can be found from now on.
  package mutating func key(of view: AnyObject) -> ViewKey {
    let key = ViewKey(of: view)
    // Two that are alive cannot have one address: an entry that is alive is this view's.
    if entries[key]?.view == nil {
      if entries.count >= limit { removeGoneViews() }
      entries[key] = Entry(view)
    }
    return key
  }

  /// The view that a key stands for; `nil` if it is gone or never got a key here.
  package mutating func view(of key: ViewKey) -> AnyObject? {
    guard let entry = entries[key] else { return nil }
    if let view = entry.view { return view }
    entries[key] = nil
    return nil
  }

  private mutating func removeGoneViews() {
    entries = entries.filter { $0.value.view != nil }
    limit = max(Self.fewEntries, 2 * entries.count)
  }
}

extension ViewKey {
  /// The key of an object, which cannot be found by it: see ``ViewTable/key(of:)``.
  package init(of view: AnyObject) { self.init(Unmanaged.passUnretained(view).toOpaque()) }
}
