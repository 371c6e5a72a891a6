import Foundation
import Testing

@testable import SightlineCommand

/// Tests of rules, policies and margins as options.
@Suite struct PolicyOptionTests {
  @Test(arguments: [
    (
      "",
      "it must begin with feed, mrcDisplay, mrcLargeDisplay, mrcVideo, full, fits, any, edges, "
        + "or a fraction"
    ),
    ("1.5", "it must begin with"), ("0x1", "it must begin with"), ("nan", "it must begin with"),
    ("0.5+", "it must begin with"), ("Feed", "it must begin with"),
    ("feed,", "\"\" is not an option; the first part may be followed by dwell=2s"),
    ("feed,dwel=2s", "\"dwel=2s\" is not an option"),
    ("feed,cumulative=1", "\"cumulative=1\" is not an option"),
    ("feed,dwell=2", "\"dwell=2\": dwell= must be followed by a duration such as 2s, 500ms"),
    ("feed,dwell=-2s", "dwell= must be followed by a duration"),
    ("feed,dwell=1.s", "dwell= must be followed by a duration"),
    ("feed,dwell=9223372036854775808s", "dwell= must be followed by a duration"),
    ("feed,dwell", "\"dwell\": dwell= must be followed by a duration"),
    ("feed,dwell=1s,dwell=2s", "\"dwell\" is given twice; give it once"),
    (
      "feed,repeat=sometimes",
      "repeat= must be followed by once, session, visit, leaving, coolDown:30s or day:3"
    ),
    ("feed,repeat=day:0", "repeat= must be followed by"), ("feed,repeat=day:+1", "repeat= must be"),
    ("feed,speed=0", "speed= must be followed by a number of points a second above 0"),
    ("feed,area=-1", "area= must be followed by a minimum area in square points"),
    ("feed,opacity=2", "opacity= must be followed by an opacity from 0 to 1"),
    ("feed,of=screen", "of= must be followed by item, viewport, smaller or edges"),
    ("feed,a\u{1B}[31m", "\"a\\u{1B}[31m\" is not an option"),
  ])
  func `an invalid policy's error names the valid values`(_ text: String, _ words: String) throws {
    let result = try sightline(["replay", "x", "--impressions", text])
    #expect(result.status == 64)
    #expect(result.error.contains(words), "\(result.error)")
    #expect(result.error.hasSuffix("; see sightline replay --help\n"), "\(result.error)")
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["1,2,3", "1,2,3,4,5", "1,2,3,x", "1,2,3,inf", ""])
  func `margins are four numbers`(_ text: String) throws {
    let result = try sightline(["replay", "x", "--margins", text])
    #expect(result.status == 64)
    #expect(result.error.contains("it must be four numbers of points, top,right,bottom,left"))
  }

  private static let list = """
    {"k":"meta","v":1}
    {"k":"step","s":0,"ms":0}
    {"k":"node","id":0,"p":-1,"frame":[0,0,100,200],"clip":[0,0,100,200]}
    {"k":"node","id":1,"p":0,"frame":[0,0,100,100],"target":true}
    {"k":"node","id":2,"p":0,"frame":[0,100,100,100],"target":true}
    {"k":"node","id":3,"p":0,"frame":[0,100,100,100],"cover":"opaque"}
    {"k":"observe","s":0,"ids":[1,2]}

    """

  @Test func `margins use CSS order, and covers can be ignored`() throws {
    func seen(_ arguments: [String]) throws -> [Int] {
      let result = try sightline(
        ["replay", "-", "--impressions", "full"] + arguments, input: Self.list)
      #expect(result.status == 0, "\(result.error)")
      return result.output.matches(of: /target (\d+) +seen/).compactMap { Int($0.1) }
    }
    #expect(try seen([]) == [1])
    #expect(try seen(["--ignore-covers"]) == [1, 2])
    #expect(try seen(["--ignore-covers", "--margins", "-1,0,0,0"]) == [2])
    #expect(try seen(["--ignore-covers", "--margins=0,0,-1,0"]) == [1])
    #expect(try seen(["--ignore-covers", "--margins", "0,-1,0,0"]) == [])
  }
}
