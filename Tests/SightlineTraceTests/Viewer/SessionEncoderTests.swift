import SightlineCore
import Testing

@testable import SightlineTrace

@Suite struct SessionEncoderTests {
  private let engine = VisibilityEngine(
    scene: VisibilityScene(size: LayoutSize(width: 100, height: 100)))

  private func encoder(_ fill: (inout SessionEncoder) -> Void) -> SessionEncoder {
    var encoder = SessionEncoder(engine)
    encoder.maximumCount = 2
    fill(&encoder)
    return encoder
  }

  @Test func `the limits are those of the JavaScript engine`() {
    let encoder = SessionEncoder(engine)
    #expect(encoder.maximumCount == 4_194_304)
    #expect(encoder.maximumSize == 4_294_967_295)
  }

  @Test func `a session exceeds its limit of each kind of part by one`() {
    let root = engine.scene.root
    let item = SceneItem.container(root, in: nil, engine.scene.container(root))
    let kinds: [(String, initial: Int, add: (inout SessionEncoder) -> Void)] = [
      ("containers", 1, { _ = $0.items[0].add(1, (0, item)) }),
      ("targets", 0, { _ = $0.items[1].add(0, (0, item)) }),
      ("covers", 0, { _ = $0.items[2].add(0, (0, item)) }),
      ("viewports", 1, { _ = $0.viewports.add(1, ()) }),
      ("watches", 0, { _ = $0.watches.add(0, ()) }),
    ]
    for kind in kinds {
      var encoder = encoder { _ in }
      for _ in kind.initial..<2 {
        kind.add(&encoder)
        #expect(encoder.excess == nil, "\(kind.0)")
      }
      kind.add(&encoder)
      #expect(encoder.excess == .tooMany("\(kind.0) in one session", limit: 2))
    }
  }

  @Test func `a session exceeds its limit of bytes by one`() {
    var encoder = encoder { $0.edits.append(1 as UInt64) }
    encoder.maximumSize = 8
    #expect(encoder.excess == nil)
    encoder.edits.append(1 as UInt8)
    #expect(encoder.excess == .tooMany("bytes of changes in one session", limit: 8))
  }

  @Test func `times count from the first step, and edits belong to the next one`() {
    let encoder = encoder {
      $0.start = MonotonicTime(nanoseconds: 5)
      $0.endStep(at: MonotonicTime(nanoseconds: 5))
      $0.edits.append(1 as UInt32)
      $0.endStep(at: MonotonicTime(nanoseconds: 12))
    }
    #expect(encoder.times.bytes == [0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0])
    #expect(encoder.starts.bytes == [0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0])
  }
}
