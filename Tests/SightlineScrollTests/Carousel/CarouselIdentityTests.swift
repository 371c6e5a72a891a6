import SightlineCore
import SightlineTestSupport
import Testing

@testable import SightlineScroll

@Suite struct CarouselIdentityTests {
  /// The identity of a drawn instance.
  private struct Instance: Hashable {
    var item: Int
    var lap: Int
  }

  private func time(_ milliseconds: Int) -> MonotonicTime { .zero + .milliseconds(milliseconds) }

  private func instances(_ placements: [Carousel.Placement]) -> Set<Instance> {
    Set(placements.map { Instance(item: $0.index, lap: $0.lap) })
  }

  private func makeCarousel(
    _ random: inout SeededGenerator, _ mode: Carousel.Mode, count: Int
  ) -> Carousel {
    let widths = (0..<count).map { _ in random.number(60...250) }
    return Carousel(
      layout: Carousel.Layout(
        widths: widths, spacing: 10, viewportWidth: random.number(100...500),
        direction: random.oneIn(2) ? .leftToRight : .rightToLeft,
        alignment: random.oneIn(2) ? .leading : .center,
        narrowContent: random.oneIn(3) ? .rests : .repeats),
      mode: mode, at: .zero)
  }

  /// Checks frames so close together that no instance moves farther than the distance to the next
  /// one of its item, so that places alone identify instances.
  private func expectKept(
    _ before: [Carousel.Placement], _ after: [Carousel.Placement], _ comment: Comment
  ) {
    #expect(instances(after).count == after.count, comment)
    for old in before {
      let same = after.filter { $0.index == old.index }
      guard let new = same.min(by: { abs($0.x - old.x) < abs($1.x - old.x) }),
        abs(new.x - old.x) < 29
      else { continue }
      #expect(new.lap == old.lap, comment)
    }
  }

  @Test(
    arguments: [
      Carousel.Mode.continuous(speed: 900), .continuous(speed: -900),
      .paged(every: .milliseconds(500)), .paged(every: .milliseconds(200)),
    ], 1...5)
  func `items in view keep their identity under any movement`(mode: Carousel.Mode, count: Int) {
    let seed = UInt64(41 + count)
    var random = SeededGenerator(seed: seed)
    for round in 0..<4 {
      var carousel = makeCarousel(&random, mode, count: count)
      var now = 0
      var finger = 0.0
      var before = carousel.placements(at: .zero, overscan: 40)
      var moved = 0
      for step in 0..<900 {
        now += random.index(8)
        // In the frame of an input, nothing has moved yet; only an abandoned page may jump.
        var isJump = false
        switch random.index(60) {
        case 5: carousel.setMode(random.oneIn(2) ? mode : .paged, at: time(now))
        case 6: carousel.setMode(random.oneIn(2) ? mode : .continuous, at: time(now))
        case 0:
          if !carousel.isHeld { finger = 0 }
          carousel.beginDragging(at: time(now))
        case 1: carousel.endDragging(velocity: random.number(-3000...3000), at: time(now))
        case 2: carousel.step(by: random.index(5) - 2, at: time(now))
        case 3:
          isJump = true
          carousel.suspend(random.oneIn(3) ? .offScreen : [], at: time(now))
        case 4:
          isJump = true
          carousel.setMotion(random.oneIn(4) ? .reduced : .full, at: time(now))
        default: break
        }
        if carousel.motion == .reduced { isJump = true }
        finger += random.number(-25...25)
        carousel.drag(to: finger)
        let frame = carousel.placements(at: time(now), overscan: 40)
        if isJump {
          #expect(instances(frame).count == frame.count)
        } else {
          expectKept(before, frame, "seed \(seed), round \(round), step \(step)")
        }
        if frame.first?.x != before.first?.x { moved += 1 }
        before = frame
      }
      #expect(moved > 0 || !carousel.canTurn)
    }
  }

  @Test func `copies and items swap positions without changing identities`() {
    let carousel = Carousel(
      layout: CarouselTests.layout([150, 150], narrowContent: .repeats), at: .zero)
    var changes = 0
    var copies: [Instance: Bool] = [:]
    for moment in stride(from: 0, through: 29_000, by: 16) {
      for place in carousel.placements(at: time(moment)) {
        let instance = Instance(item: place.index, lap: place.lap)
        if let was = copies.updateValue(place.isCopy, forKey: instance), was != place.isCopy {
          changes += 1
        }
      }
    }
    // Instances change between copy and original without changing their identity.
    #expect(changes > 3)
    // 725 points with 390 in view, and an item every 160: as many instances as places.
    #expect(copies.count == 7)
  }

  @Test func `remaining items keep their identities while others come and go`() {
    let seed: UInt64 = 77
    var random = SeededGenerator(seed: seed)
    for round in 0..<600 {
      let mode: Carousel.Mode = random.oneIn(2) ? .continuous : .paged
      var carousel = makeCarousel(&random, mode, count: 1 + random.index(7))
      var items = Array(0..<carousel.layout.widths.count)
      var now = random.index(90_000)
      if random.oneIn(3) {
        carousel.beginDragging(at: time(now))
        carousel.drag(to: random.number(-2000...2000))
      }
      for change in 0..<5 {
        now += random.index(3_000)
        let (old, before) = (items, carousel.placements(at: time(now)))
        items = (items + [100 * round + 10 * change + 8]).shuffled(using: &random)
        items.removeAll { _ in random.oneIn(4) }
        let layout = Carousel.Layout(
          widths: items.map { Double(60 + $0 * 37 % 190) }, spacing: 10,
          viewportWidth: carousel.layout.viewportWidth, direction: carousel.layout.direction,
          alignment: carousel.layout.alignment, narrowContent: carousel.layout.narrowContent)
        carousel.update(layout, at: time(now)) { index in items.firstIndex(of: old[index]) }
        let after = carousel.placements(at: time(now))
        #expect(instances(after).count == after.count)
        // The accessible instance is the same one.
        for kept in before where !kept.isCopy {
          let item = old[kept.index]
          guard let new = after.first(where: { items[$0.index] == item && !$0.isCopy }) else {
            continue
          }
          #expect(new.lap == kept.lap, "seed \(seed), round \(round), change \(change)")
        }
      }
    }
  }

  @Test func `a width change keeps the identity of every instance in view, including copies`() {
    let seed: UInt64 = 78
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      let mode: Carousel.Mode = random.oneIn(2) ? .continuous : .paged
      var carousel = makeCarousel(&random, mode, count: 1 + random.index(5))
      let now = time(random.index(90_000))
      carousel.suspend(.offScreen, at: now)
      let before = carousel.placements(at: now)
      let old = carousel.layout
      let layout = Carousel.Layout(
        widths: old.widths, spacing: 10, viewportWidth: random.number(100...900),
        direction: random.oneIn(2) ? .leftToRight : .rightToLeft, alignment: old.alignment,
        narrowContent: .repeats)
      guard carousel.canTurn else { continue }
      carousel.update(layout, at: now)
      let after = carousel.placements(at: now)
      #expect(instances(after).count == after.count)
      // The ring's instances are numbered in reading order.
      let numbers = after.map { $0.lap * old.widths.count + $0.index }
      #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
      // In reading order, the same instances follow the current item's.
      let common = before.filter {
        instances(after).contains(Instance(item: $0.index, lap: $0.lap))
      }
      let most = min(before.count, after.count) - (old.alignment == .center ? 1 : 0)
      if old.alignment == .leading {
        #expect(common.count >= most, "seed \(seed), round \(round)")
      } else {
        #expect(!common.isEmpty, "seed \(seed), round \(round)")
      }
    }
  }
}
