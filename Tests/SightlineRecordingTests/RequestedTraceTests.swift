import Foundation
import SightlineRecording
import Testing

@Suite struct RequestedTraceTests {
  @Test func `a launch argument names the file`() {
    let url = URL.requestedTrace(in: ["App", "-SightlineTrace", "/tmp/feed.ndjson", "-Other"])
    #expect(url?.path == "/tmp/feed.ndjson")
  }

  @Test func `a relative name is in the documents folder`() throws {
    let folder = try #require(
      FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first)
    let url = URL.requestedTrace(in: ["App", "-SightlineTrace", "feed.ndjson"])
    #expect(url?.path == folder.path + "/feed.ndjson")
  }

  @Test(arguments: [
    [], ["App"], ["-SightlineTrace"], ["-SightlineTrace", "-Other", "a"], ["-SightlineTrace", ""],
  ])
  func `without a file nothing is requested`(arguments: [String]) {
    #expect(URL.requestedTrace(in: arguments) == nil)
  }
}
