import SightlineCore
import SightlineHost
import Testing

/// Items with one id under several owners.
@MainActor
@Suite struct ItemOwnerTests {
  @Test func `owners exchanging views in one turn are each notified`() {
    let host = ProbeHost()
    host.own("old", by: "feed")
    host.show("old", y: 0)
    host.update("old", [host.probe(of: 1, "feed")])
    host.frame()
    host.discard("old")
    host.items.remove("old")
    host.own("new", by: "results")
    host.show("new", y: 0)
    host.update("new", [host.probe(of: 1, "results")])
    host.frame()
    #expect(host.log == ["feed 1 true", "feed 1 false", "results 1 true"])
  }

  @Test func `an invisible view gets no event for the view it replaces elsewhere`() {
    let host = ProbeHost()
    host.own("old", by: "feed")
    host.show("old", y: 0)
    host.update("old", [host.probe(of: 1, "feed")])
    host.frame()
    host.own("new", by: "results")
    host.show("new", y: 1_000)
    host.update("new", [host.probe(of: 1, "results")])
    host.discard("old")
    host.items.remove("old")
    host.frame()
    #expect(host.log == ["feed 1 true", "feed 1 false"])
  }

  @Test func `views of two owners are visible independently`() {
    let host = ProbeHost()
    for (view, y) in [("list", 0.0), ("grid", 50)] as [(ViewKey, Double)] {
      host.own(view, by: view == "list" ? "list" : "grid")
      host.show(view, y: y)
    }
    host.update("list", [host.probe(of: 1, "list")])
    host.update("grid", [host.probe(of: 1, "grid")])
    host.frame()
    host.move("list", y: 1_000)
    host.frame()
    #expect(host.log == ["list 1 true", "grid 1 true", "list 1 false"])
  }

  @Test func `a new owner at a released owner's address is distinct`() {
    let host = ProbeHost()
    host.own("old", by: "feed")
    host.show("old", y: 0)
    host.update("old", [host.probe(of: 1, "feed")])
    host.frame()
    weak var feed: ItemOwner?
    feed = host.owners["old"]
    host.discard("old")
    host.items.remove("old")
    host.forget("feed")
    #expect(feed != nil, "its item retains it until the item has left")
    host.own("new", by: "results")
    host.show("new", y: 0)
    host.update("new", [host.probe(of: 1, "results")])
    host.frame()
    #expect(host.log == ["feed 1 true", "feed 1 false", "results 1 true"])
    #expect(feed == nil)
  }

  @Test func `a view's owner at the end of the turn counts`() {
    let host = ProbeHost()
    host.own("row", by: "root")
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1, "row")])
    // It was created first and added to its list later.
    host.own("row", by: "list")
    host.frame()
    host.own("next", by: "list")
    host.show("next", y: 50)
    host.update("next", [host.probe(of: 1, "next")])
    host.discard("row")
    host.items.remove("row")
    host.frame()
    #expect(host.log == ["row 1 true"])
  }

  @Test func `a view keeps its item until it is removed`() {
    let host = ProbeHost()
    host.own("row", by: "list")
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1)])
    host.frame()
    host.own("row", by: "other")
    host.update("row", [host.probe(of: 1)])
    host.frame()
    #expect(host.log == ["1 true"], "it is on screen as before")
    host.items.remove("row")
    host.update("row", [host.probe(of: 1)])
    host.frame()
    #expect(host.log == ["1 true", "1 false", "1 true"], "it was removed and inserted elsewhere")
  }

  @Test func `a once policy counts once across all owners`() {
    let host = ProbeHost()
    host.own("old", by: "feed")
    host.show("old", y: 0)
    host.update("old", [host.impression(of: 1, dwell: .milliseconds(40))])
    host.frame()
    host.frame()
    host.discard("old")
    host.items.remove("old")
    host.own("new", by: "results")
    host.show("new", y: 0)
    host.update("new", [host.impression(of: 1, dwell: .milliseconds(40))])
    host.frame()
    #expect(host.log == [])
    host.frame()
    #expect(host.log == ["1 seen"], "the dwell continued in the other list")
    host.discard("new")
    host.items.remove("new")
    host.own("last", by: "feed")
    host.show("last", y: 0)
    host.update("last", [host.impression(of: 1, dwell: .milliseconds(40))])
    for _ in 0..<10 { host.frame() }
    #expect(host.log == ["1 seen"])
  }

  @Test func `removing a view does not affect another view of the same item`() {
    let host = ProbeHost()
    host.show("old", y: 0)
    host.update("old", [host.probe(of: 1)])
    host.frame()
    host.show("new", y: 50)
    host.update("new", [host.probe(of: 1)])
    host.frame()
    host.discard("old")
    host.items.remove("old")
    host.frame()
    #expect(host.log == ["1 true"])
    host.move("new", y: 1_000)
    host.frame()
    #expect(host.log == ["1 true", "1 false"])
  }
}
