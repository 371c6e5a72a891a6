import SightlineTestSupport
import Testing

@testable import SightlineCore

@Suite struct BoxTests {
  private let box = Box(minX: 0, minY: 10, maxX: 20, maxY: 40)

  @Test func `the empty and infinite boxes are neutral elements`() {
    #expect(box.union(.nothing) == box)
    #expect(box.intersection(.everything) == box)
    #expect(Box.nothing.isInverted && !Box.everything.isInverted)
    #expect(!box.touches(.nothing) && box.touches(.everything))
  }

  @Test func `touching boxes share an edge, overlapping boxes share an area`() {
    withEvery(-2...22, 8...42) { x, y in
      let point = Box(minX: Double(x), minY: Double(y), maxX: Double(x), maxY: Double(y))
      let square = Box(
        minX: Double(x), minY: Double(y), maxX: Double(x) + 1, maxY: Double(y) + 1)
      #expect(box.touches(point) == ((0...20).contains(x) && (10...40).contains(y)))
      #expect(box.touches(square) == ((-1...20).contains(x) && (9...40).contains(y)))
      #expect(box.overlaps(square) == ((0..<20).contains(x) && (10..<40).contains(y)))
      #expect(box.contains(square) == ((0..<20).contains(x) && (10..<40).contains(y)))
    }
  }

  @Test func `an inset stops at the middle`() {
    #expect(box.inset(by: (x: 2, y: 2)) == Box(minX: 2, minY: 12, maxX: 18, maxY: 38))
    #expect(box.inset(by: (x: 12, y: 12)) == Box(minX: 10, minY: 22, maxX: 10, maxY: 28))
    #expect(box.inset(by: (x: 100, y: 100)) == Box(minX: 10, minY: 25, maxX: 10, maxY: 25))
  }

  @Test func `only finite edges within the limit are measurable`() {
    let limit = Box.limit
    #expect(Box(minX: -limit, minY: -limit, maxX: limit, maxY: limit).isMeasurable)
    withEvery([Double.nan, .infinity, -.infinity, 1.0e300, -1.0e300], 0..<4) { bad, place in
      var edges = [0.0, 0, 1, 1]
      edges[place] = bad
      let box = Box(minX: edges[0], minY: edges[1], maxX: edges[2], maxY: edges[3])
      #expect(!box.isMeasurable)
    }
    #expect(!Box.nothing.isMeasurable && !Box.everything.isMeasurable)
    #expect(Box(minX: 3, minY: 4, maxX: 3, maxY: 4).isMeasurable)
  }
}
