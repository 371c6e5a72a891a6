import SightlineCore
import SightlineSwiftUI
import SwiftUI
import Testing

extension SwiftUIHost {
  @MainActor
  @Suite
  struct ExposureTests {
    @Test func `a view has exposures, and dwell counts while the environment says so`() {
      let (log, isPlaying) = (Log(), Setter<Bool>())
      let view = Changing(false, isPlaying) { isPlaying in
        VStack(spacing: 0) {
          Color.clear.frame(height: 100)
            .onExposure(of: "ad", when: .fully) { log.add($0.isVisible ? "begins" : "ends") }
            .onImpression(of: "ad", .mrcDisplay) { _ in log.add("seen") }
            .countsDwell(isPlaying.wrappedValue)
            .countsDwell(true)
        }
        .environment(\.visibilitySession, VisibilitySession())
      }
      withViews(view) { hosted in
        hosted.run(for: 2)
        #expect(log.take() == ["begins"])
        isPlaying.set(true)
        hosted.run(for: 2)
        #expect(log.take() == ["seen"])
      }
    }
  }
}
