import Testing
import UIKit

@MainActor
@Suite(.serialized) struct TreeTests {
  // "A view object can only have one superview. If view already has a superview and that view is not the
  // receiver, this method removes the previous superview before making the receiver its new superview."
  // (UIView, addSubview(_:))
  @Test func `a view that is added elsewhere leaves where it was`() {
    let (one, other, view) = (UIView(), UIView(), UIView())
    one.addSubview(view)
    other.addSubview(view)
    #expect(one.subviews.isEmpty)
    #expect(view.superview === other)
  }
}
