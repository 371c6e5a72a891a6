import SightlineCore
import SightlineHost
import Testing

@MainActor
@Suite struct ModifierTests {
  @Test func `the latest closure is called`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1, "old")])
    host.update("row", [host.probe(of: 1, "new")])
    host.frame()
    #expect(host.log == ["new 1 true"])
  }

  @Test func `replaced closures are released`() {
    final class Captured {}
    struct Weak { weak var captured: Captured? }
    let host = ProbeHost()
    host.show("row", y: 0)
    var closures: [Weak] = []
    for _ in 0..<4 {
      let captured = Captured()
      closures.append(Weak(captured: captured))
      host.update("row", [Observation.changes(.fully, of: HashedID(1)) { _, _ in _ = captured }])
      host.frame()
    }
    #expect(closures.map { $0.captured != nil } == [false, false, false, true])
  }

  @Test func `an update with the same ID reports nothing again`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1)])
    host.frame()
    host.update("row", [host.probe(of: 1)])
    host.frame()
    #expect(host.log == ["1 true"])
  }

  @Test func `a removed view leaves exactly once, through its latest closure`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1, "old")])
    host.frame()
    host.update("row", [host.probe(of: 1, "new")])
    host.discard("row")
    host.items.remove("row")
    host.frame()
    host.frame()
    #expect(host.log == ["old 1 true", "new 1 false"])
    #expect(host.items.boundCount == 0)
  }

  @Test func `a row recreated within a pass reports nothing`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1, "old")])
    host.frame()
    host.discard("row")
    host.show("other", y: 0)
    host.items.remove("row")
    host.update("other", [host.probe(of: 1, "new")])
    host.frame()
    #expect(host.log == ["old 1 true"])
    #expect(host.items.boundCount == 1)
    host.move("other", y: 1_000)
    host.frame()
    #expect(host.log == ["old 1 true", "new 1 false"])
    host.items.remove("other")
    #expect(host.items.boundCount == 0)
  }

  @Test func `the items of probes dropped by an update leave`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1), host.probe(of: 2), host.probe(of: 3)])
    host.frame()
    host.log = []
    host.update("row", [host.probe(of: 1)])
    host.frame()
    #expect(host.log.sorted() == ["2 false", "3 false"])
    #expect(host.items.boundCount == 1)
  }

  @Test func `another ID in the same view is another item`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1)])
    host.frame()
    host.update("row", [host.probe(of: 2)])
    host.frame()
    #expect(host.log == ["1 true", "1 false", "2 true"])
  }

  @Test func `rows swapping their IDs report nothing`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.show("b", y: 50)
    host.update("a", [host.probe(of: 1)])
    host.update("b", [host.probe(of: 2)])
    host.frame()
    host.log = []
    host.items.remove("a")
    host.items.remove("b")
    host.update("a", [host.probe(of: 2)])
    host.update("b", [host.probe(of: 1)])
    host.frame()
    #expect(host.log == [])
  }

  @Test func `rows taking over each other's IDs report nothing`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.show("b", y: 50)
    host.update("a", [host.probe(of: 1)])
    host.update("b", [host.probe(of: 2)])
    host.frame()
    host.log = []
    host.update("a", [host.probe(of: 2, "new")])
    host.update("b", [host.probe(of: 1, "new")])
    host.frame()
    #expect(host.log == [])
    host.move("a", y: 1_000)
    host.frame()
    #expect(host.log == ["new 2 false"])
  }

  @Test func `one ID in two views is visible while either view is`() {
    let host = ProbeHost()
    host.show("a", y: 1_000)
    host.show("b", y: 50)
    host.update("a", [host.probe(of: 1, "old")])
    host.update("b", [host.probe(of: 1, "new")])
    host.frame()
    #expect(host.log == ["new 1 true"], "by the newest view's closure")
    host.move("a", y: 0)
    host.frame()
    host.move("b", y: 1_000)
    host.frame()
    #expect(host.log == ["new 1 true"])
    host.move("a", y: 1_000)
    host.frame()
    #expect(host.log == ["new 1 true", "new 1 false"])
  }

  @Test func `two modifiers on one view are both called`() {
    let host = ProbeHost()
    host.show("inner", y: 0)
    host.show("outer", y: 0)
    host.update("inner", [host.probe(of: 1, "inner", on: Int.self)])
    host.update("outer", [host.probe(of: 1, "outer", on: String.self)])
    host.frame()
    #expect(host.log == ["inner 1 true", "outer 1 true"])
    for view in ["inner", "outer"] as [ViewKey] {
      host.discard(view)
      host.items.remove(view)
    }
    host.frame()
    #expect(host.log == ["inner 1 true", "outer 1 true", "inner 1 false", "outer 1 false"])
  }

  @Test func `a modifier on another kind of view takes over without losing the item`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1, "row", on: Int.self)])
    host.frame()
    // A grid replaces the list: both exist during the transition.
    host.show("cell", y: 50)
    host.update("cell", [host.probe(of: 1, "cell", on: String.self)])
    host.frame()
    host.discard("row")
    host.items.remove("row")
    host.frame()
    #expect(host.log == ["row 1 true", "cell 1 true"])
    host.discard("cell")
    host.items.remove("cell")
    host.frame()
    #expect(
      host.log == ["row 1 true", "cell 1 true", "row 1 false", "cell 1 false"],
      "each gets the end once")
    // Without a transition each gets its event, the old one first.
    host.log = []
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1, "row", on: Int.self)])
    host.frame()
    host.discard("row")
    host.items.remove("row")
    host.show("cell", y: 0)
    host.update("cell", [host.probe(of: 1, "cell", on: String.self)])
    host.frame()
    #expect(host.log == ["row 1 true", "row 1 false", "cell 1 true"])
  }

  @Test func `a finished closure is not retained by another of its item`() {
    let host = ProbeHost()
    weak var gone: Canary?
    do {
      let canary = Canary()
      gone = canary
      let probe = Observation.changes(.fully, of: HashedID(1)) { _, _ in _ = canary }
      probe.kind = ObjectIdentifier(Int.self)
      host.show("row", y: 1_000)
      host.update("row", [probe])
    }
    host.show("cell", y: 0)
    host.update("cell", [host.probe(of: 1, on: String.self)])
    host.frame()
    #expect(gone != nil)
    host.discard("row")
    host.items.remove("row")
    host.frame()
    #expect(gone == nil)
    #expect(host.log == ["1 true"])
  }

  @Test func `crossings of several views are the first to enter and the last to leave`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.show("b", y: 95)
    for view in ["a", "b"] as [ViewKey] {
      host.update(view, [host.crossings(of: 1, [0.25, 0.5, 1])])
    }
    host.frame()
    #expect(host.log == ["1 +0", "1 +1", "1 +2"])
    host.log = []
    host.move("a", y: 97)
    host.frame()
    #expect(host.log == ["1 -2"], "half of the other one shows")
    host.move("b", y: 97)
    host.frame()
    #expect(host.log == ["1 -2", "1 -1"], "three tenths of both")
    host.move("a", y: 0)
    host.move("b", y: 1_000)
    host.frame()
    #expect(host.log == ["1 -2", "1 -1", "1 +1", "1 +2"])
  }

  @Test func `recordings call an item by the app's ID`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1)])
    var items: [AnyHashable?] = []
    host.window.inspectors[ObjectIdentifier(host)] = { [unowned host] engine in
      items += engine.changes.map { host.window.item(of: $0.watch, nil) }
    }
    host.frame()
    #expect(items == [1])
  }

  @Test func `an update calls no closures`() {
    let host = ProbeHost()
    host.show("row", y: 0)
    host.update("row", [host.probe(of: 1)])
    #expect(host.log == [])
    host.frame()
    host.items.remove("row")
    #expect(host.log == ["1 true"])
  }

  @Test func `an impression counts once across views`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    host.update("a", [host.impression(of: 1)])
    host.frame()
    host.discard("a")
    host.items.remove("a")
    host.frame()
    host.show("b", y: 0)
    host.update("b", [host.impression(of: 1)])
    host.frame()
    #expect(host.log == ["1 seen"])
  }

  @Test func `two modifiers of a view with one policy are both called`() {
    let host = ProbeHost()
    host.show("a", y: 0)
    let kinds: [Any.Type] = [Int.self, String.self, Bool.self]
    let probes = [host.impression(of: 1), host.impression(of: 2), host.impression(of: 1)]
    for index in probes.indices { probes[index].kind = ObjectIdentifier(kinds[index]) }
    host.update("a", probes)
    host.frame()
    #expect(host.log.sorted() == ["1 seen", "1 seen", "2 seen"])
  }

  @Test func `many changes request one pass`() {
    let host = ProbeHost()
    host.frame()
    host.passRequests = 0
    for row in 0..<20 {
      host.show(ViewKey(name: "\(row)"), y: 0)
      host.update(ViewKey(name: "\(row)"), [host.probe(of: row)])
    }
    #expect(host.passRequests == 1)
  }

  @Test func `a removed view is not retained`() {
    let host = ProbeHost()
    weak var gone: Canary?
    do {
      let canary = Canary()
      gone = canary
      host.show("row", y: 0)
      host.update("row", [Observation.changes(.fully, of: HashedID(1)) { _, _ in _ = canary }])
    }
    host.frame()
    #expect(gone != nil)
    host.discard("row")
    host.items.remove("row")
    host.frame()
    #expect(gone == nil)
  }
}

private final class Canary {}
