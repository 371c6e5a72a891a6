import Sightline
import SwiftUI

/// A heart flies along an arc from the tapped button to the counter.
struct FlyingHeartPage: View {
  @State private var likes = 0
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Flying heart", "Tap Like: a heart flies along an arc, unless Reduce Motion is on.",
      log: log
    ) {
      VStack {
        Button("Like") {
          likes += 1
          log.add("\(likes) liked")
        }
        .buttonStyle(.borderedProminent)
        .flightSource(trigger: likes)
        Spacer()
        HStack {
          Spacer()
          Label("\(likes)", systemImage: "heart").flightTarget()
        }
      }
      .padding(48)
      .flightSpace()
    }
  }
}
