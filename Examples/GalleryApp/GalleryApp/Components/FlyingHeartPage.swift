import Sightline
import SwiftUI

/// A heart flies along an arc from where it was tapped to where it is counted.
struct FlyingHeartPage: View {
  @State private var likes = 0
  @State private var log = EventLog()

  var body: some View {
    GalleryPage(
      "Flying heart", "Tap: the heart flies along an arc, unless the system reduces motion.",
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
