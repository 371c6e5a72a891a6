import SwiftUI
import Testing
import UIKit

@MainActor
@Suite(.serialized) struct SwiftUILayoutTests {
  // LayoutDirection: "SwiftUI horizontally flips the x position of each view within its parent."
  // GeometryReader: its content is at the top, at the leading edge.
  @Test(arguments: LayoutDirection.allCases)
  func `each container flips its contents by the layout direction around it`(
    direction: LayoutDirection
  ) {
    let view = VStack(alignment: .leading, spacing: 0) {
      HStack(spacing: 10) {
        Tagged(1).frame(width: 50)
        Tagged(2).frame(width: 50)
      }
      .frame(width: 300, height: 100, alignment: .leading)
      .padding(.leading, 20)
      GeometryReader { _ in Tagged(3).frame(width: 40, height: 40) }.frame(height: 100)
      // The frame is outside of the other direction, so it is not flipped.
      Tagged(4).frame(width: 40, height: 40).environment(\.layoutDirection, .leftToRight)
        .frame(width: 390, height: 40, alignment: .leading)
    }
    .environment(\.layoutDirection, direction)
    show(view) { controller in
      let isForward = direction == .leftToRight
      #expect(controller.frame(1)?.minX == (isForward ? 20 : 320))
      #expect(controller.frame(2)?.minX == (isForward ? 80 : 260))
      #expect(controller.frame(3)?.minX == (isForward ? 0 : 350))
      #expect(controller.frame(4)?.minX == (isForward ? 0 : 350))
    }
  }

  // View, frame(minWidth:…): "The size of the frame … if a minimum constraint is specified and the
  // size proposed for the frame by its parent is less than the size of this view, the proposed
  // size, clamped to that minimum"; overlay and background are as large as the view they are
  // applied to.
  @Test func `frames, overlays and positions match the documentation`() {
    let view = ZStack(alignment: .topLeading) {
      Tagged(1).frame(width: 500, height: 10).frame(minWidth: 0, maxWidth: .infinity)
        .overlay(alignment: .bottomTrailing) { Tagged(2).frame(width: 20, height: 4) }
      Tagged(3).frame(width: 10, height: 10).position(CGPoint(x: 100, y: 200))
      Tagged(4).frame(width: 10, height: 10).offset(x: 30, y: 40).background(Tagged(5))
    }
    show(view) { controller in
      #expect(controller.frame(1) == CGRect(x: -55, y: 0, width: 500, height: 10))
      #expect(controller.frame(2) == CGRect(x: 370, y: 6, width: 20, height: 4))
      #expect(controller.frame(3) == CGRect(x: 95, y: 195, width: 10, height: 10))
      #expect(controller.frame(4)?.origin == CGPoint(x: 30, y: 40))
      #expect(controller.frame(5)?.origin == .zero)
    }
  }

  // HStack lays out "views … in a line"; the least flexible ones get their size first (WWDC 2019,
  // Building Custom Views with SwiftUI).
  @Test func `a stack gives remaining space to flexible views`() {
    let view = HStack(spacing: 10) {
      Tagged(1)
      Tagged(2).frame(width: 100)
      Tagged(3).frame(maxWidth: 50)
    }
    show(view) { controller in
      #expect(controller.frame(1)?.width == 220)
      #expect(controller.frame(2)?.minX == 230)
      #expect(controller.frame(3)?.width == 50)
    }
  }

  // View, ignoresSafeArea: "expands the safe area of a view"; safeAreaInset(edge:): "Shows the
  // specified content above or below the modified view"; ScrollView draws beyond the safe area.
  @Test func `a scroll view extends to the edges, with covering bars as insets`() throws {
    let view = ScrollView { Tagged(1).frame(height: 2_000) }
      .safeAreaInset(edge: .top, spacing: 0) { Tagged(2).frame(height: 60) }
      .background(Color.clear.overlay(Tagged(3)).ignoresSafeArea())
      .background(Tagged(4))
    show(view, safeArea: UIEdgeInsets(top: 50, bottom: 30)) { controller in
      #expect(controller.frame(1) == CGRect(x: 0, y: 110, width: 390, height: 2_000))
      #expect(controller.frame(2) == CGRect(x: 0, y: 50, width: 390, height: 60))
      #expect(controller.frame(3) == CGRect(x: 0, y: 0, width: 390, height: 600))
      #expect(controller.frame(4) == CGRect(x: 0, y: 50, width: 390, height: 520))
    }
  }
}
