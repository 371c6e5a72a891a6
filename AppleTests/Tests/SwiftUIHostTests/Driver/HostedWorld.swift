import SwiftUI
import UIKit
import ViewWorlds

/// The window of a world in SwiftUI, and its user's hand.
@MainActor
class HostedWorld {
  weak var shown: Hosted?
  private(set) lazy var hand = Hand(in: hosted.window)

  var hosted: Hosted {
    guard let shown else { preconditionFailure("the window is closed") }
    return shown
  }
}

extension ViewWorld where Self: HostedWorld {
  /// Shows a view of the world, then acts and checks in turn.
  func run(_ view: some View, seed: UInt64) {
    withViews(view) { hosted in
      shown = hosted
      run(seed: seed, steps: 30)
    }
  }
}
