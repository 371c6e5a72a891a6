import Testing

@testable import SightlineTesting

@Suite struct UnknownIDTests {
  private func message(for id: String, among ids: [String]) -> String {
    UnknownID.message(for: id, wasRemoved: false, among: ids)
  }

  @Test func `the nearest IDs need the fewest insertions and removals`() {
    #expect(
      message(for: "abc", among: ["abcde", "xyz", "abx", "ab", "bbd"])
        == #"no view has been added for the id "abc"; the nearest ids are "ab", "abcde", "abx""#)
    #expect(
      message(for: "card", among: ["yard", "cards", "ca", "dracula"])
        == #"no view has been added for the id "card"; the nearest ids are "cards", "ca", "yard""#)
  }

  @Test func `the message says so if no view was added`() {
    #expect(
      message(for: "card", among: [])
        == #"no view has been added for the id "card"; there are no views"#)
  }
}
