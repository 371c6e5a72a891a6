import SightlineApple
import SightlineSwiftUI
import SwiftUI
import Testing
import UIKit

extension SwiftUIHost {
  /// The program of the SwiftUI quick start.
  @MainActor
  @Suite struct CardListTests {
    @Test func `the quick start's cards are seen once half of them was visible for a second`()
      throws
    {
      let session = VisibilitySession()
      RowThread.isOther = true
      defer { RowThread.isOther = false }
      let hosted = Hosted(CardList().environment(\.visibilitySession, session), height: 350)
      let window = try #require(hosted.window.existingMirroredWindow)
      func seen() -> [Int] { (1...6).filter { window.impressionCount(of: $0, .mrcDisplay) > 0 } }
      #expect(seen().isEmpty)
      hosted.run(for: 1)
      #expect(seen() == [1, 2, 3, 4])
      hosted.close()
    }
  }
}
