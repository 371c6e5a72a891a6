import Foundation
import SightlineCore
import SightlineLog
import Synchronization
import Testing

@testable import SightlineCommand

/// Tests of `sightline report` and `sightline export` as users call them.
@Suite struct LogCommandTests {
  /// 2026-01-31 12:00 UTC. Local time is one hour ahead.
  private static let noon: Int64 = 1_769_860_800_000
  private static let hostile = "<script>alert('1')</script>\"&\u{202E}\u{1B}[31m,\n=1+1"

  /// Creates a log in a temporary folder and records events in it.
  private func withLog(
    at milliseconds: @escaping @Sendable () -> Int64 = { Self.noon },
    _ record: (ImpressionLog) -> Void, _ body: (String) throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "sightline-log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = LogConfiguration()
    configuration.session = "first"
    configuration.clock = LogClock(milliseconds: milliseconds, secondsFromGMT: { _ in 3_600 })
    let file = folder.appendingPathComponent("impressions.sqlite")
    let log = try ImpressionLog(at: file, configuration: configuration)
    record(log)
    try await log.close()
    try body(file.path)
  }

  private func seen(_ item: ItemKey, under policy: LogPolicy = .feed) -> LogEntry {
    LogEntry(
      kind: .impression, item: item, policy: policy, sinceFirstSeen: .zero, total: .zero,
      longest: .zero, greatestFraction: 1, count: 1, exposures: 1)
  }

  private func shown(_ item: ItemKey, _ seconds: Double, _ impressions: Int = 0) -> LogEntry {
    .exposure(
      of: item, under: .feed, lasting: .seconds(seconds), greatestFraction: 0.75,
      impressions: impressions, attributes: ["account": "ann", "n": 1])
  }

  private func fill(_ log: ImpressionLog) {
    log.record(seen("one"))
    log.record(shown("one", 1.5, 1))
    log.session = "second"
    log.screen = "Home"
    log.record(seen("one"))
    log.record(shown("one", 75, 1))
    log.record(shown(2, 0.25))
    log.record(seen("one", under: .mrcVideo))
  }

  @Test func `a report is a table by item by default`() async throws {
    try await withLog(fill) { log in
      let result = try sightline(["report", log])
      #expect(result.error == "")
      #expect(result.status == 0)
      #expect(
        result.output == """
          impressions.sqlite: policy feed, 2 items, 2026-01-31 12:00 UTC – 2026-01-31 12:00 UTC

          item  impressions  sessions  frequency  exposures    share  time in view  median        90 %
          ────────────────────────────────────────────────────────────────────────────────────────────
          one             2         2       1.00          2  100.0 %    1 min 17 s  1.50 s  1 min 15 s
          2               0         0          –          1    0.0 %        250 ms  250 ms      250 ms
          ────────────────────────────────────────────────────────────────────────────────────────────
          all             2         2       1.00          3   66.7 %    1 min 17 s  1.50 s  1 min 15 s

          Other policies of the log: mrcVideo (1 event)

          """)
      let cut = try sightline(["report", log, "--limit", "1"])
      #expect(cut.output.contains(", the first 1 of 2 items, "))
      #expect(cut.output.contains("\nall 2 items  "))
    }
  }

  @Test func `a machine-readable report is exact`() async throws {
    try await withLog(fill) { log in
      let json = try sightline(["report", log, "--by", "screen", "--format", "json"])
      #expect(
        json.output == """
          {"by":"screen","event":"row","exposures":2,"exposures_with_impression":1,"frequency":1,"impressions":1,"key":"Home","median_ns":250000000,"p90_ns":75000000000,"policy":"feed","reach":1,"share":0.5,"time_in_view_ns":75250000000}
          {"by":"screen","event":"row","exposures":1,"exposures_with_impression":1,"frequency":1,"impressions":1,"key":null,"median_ns":1500000000,"p90_ns":1500000000,"policy":"feed","reach":1,"share":1,"time_in_view_ns":1500000000}
          {"by":"screen","event":"total","exposures":3,"exposures_with_impression":2,"first_ms":1769860800000,"frequency":1,"impressions":2,"last_ms":1769860800000,"median_ns":1500000000,"p90_ns":75000000000,"policy":"feed","reach":2,"rows":2,"share":0.6666666666666666,"time_in_view_ns":76750000000}

          """)
      let csv = try sightline(["report", log, "--by", "day", "--format", "csv"])
      #expect(
        csv.output == """
          day,policy,impressions,reach,frequency,exposures,exposures_with_impression,share,time_in_view_ns,median_ns,p90_ns
          2026-01-31,feed,2,2,1.0,3,2,0.6666666666666666,76750000000,1500000000,75000000000

          """)
      let sessions = try sightline(["report", log, "--by", "session", "--policy", "mrcVideo"])
      #expect(sessions.output.contains("\nsecond"))
      #expect(sessions.output.contains("No exposure is recorded under this policy"))
    }
  }

  @Test func `a page is one file without requests or scripts, for any item names`() async throws {
    func record(_ log: ImpressionLog) {
      log.screen = Self.hostile
      log.record(seen(.text(Self.hostile)))
      log.record(shown(.text(Self.hostile), 3, 1))
    }
    try await withLog(record) { log in
      for by in ["item", "screen", "session", "day"] {
        let page = log + ".\(by).html"
        let result = try sightline(
          ["report", log, "--format", "html", "--by", by, "-o", page])
        #expect(result.status == 0 && result.output == "" && result.error == "")
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(html.contains("Content-Security-Policy\" content=\"default-src 'none';"))
        #expect(html.contains("prefers-color-scheme: dark"))
        for word in [
          "<script", "http:", "https:", "src=", "url(", "@import", "<link", "\u{202E}", "\u{1B}",
        ] {
          #expect(!html.contains(word), "\(by): \(word)")
        }
        // Every part is present, and the item's name is escaped so it can't end an attribute.
        #expect(html.components(separatedBy: "<svg").count > 3)
        #expect(html.components(separatedBy: "<section").count == 5)
        #expect(html.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;"))
      }
    }
  }

  private final class Days: Sendable {
    let milliseconds = Mutex(LogCommandTests.noon)
    func next() { milliseconds.withLock { $0 += 86_400_000 } }
  }

  @Test(arguments: [1, 2, 5, 6, 9, 14, 23])
  func `a chart's labels are evenly spaced, and its lines are at whole numbers`(
    _ count: Int
  ) async throws {
    let days = Days()
    func record(_ log: ImpressionLog) {
      for day in 0..<count {
        log.record(seen("one"))
        if day == 0 { for _ in 0..<4 { log.record(seen("one")) } }
        days.next()
      }
    }
    @Sendable func now() -> Int64 { days.milliseconds.withLock { $0 } }
    try await withLog(at: now, record) { log in
      let page = log + ".html"
      #expect(try sightline(["report", log, "--format", "html", "-o", page]).status == 0)
      let html = try String(contentsOfFile: page, encoding: .utf8)
      let places = try #require(html.firstMatch(of: /<div class="axis"[^\n]*/)).output
        .matches(of: /left:([0-9.]+)%/).compactMap { Double($0.output.1) }
      #expect((1...5).contains(places.count))
      let gaps = zip(places, places.dropFirst()).map { $1 - $0 }
      for gap in gaps { #expect(abs(gap - gaps[0]) < 0.02, "\(places)") }
      let scale = try #require(html.firstMatch(of: /<div class="scale"[^\n]*/)).output
      #expect(scale.contains("<span>6</span><span>3</span><span>0</span>"))
    }
  }

  @Test func `every line of an export has the same fields with the same types`() async throws {
    func record(_ log: ImpressionLog) {
      fill(log)
      log.record(seen(.text(Self.hostile)))
    }
    try await withLog(record) { log in
      let ndjson = try sightline(["export", log])
      #expect(ndjson.status == 0)
      let lines = ndjson.output.split(separator: "\n")
      #expect(lines.count == 7)
      let objects = try lines.map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(Set(objects.map { $0.keys.sorted() }).count == 1)
      #expect(objects.last?["item"] as? String == Self.hostile)
      #expect(
        lines[4].replacing(/"id":"[0-9a-f-]{36}"/, with: "\"id\":\"…\"")
          .replacing(/"policy_id":"[0-9a-f]{16}"/, with: "\"policy_id\":\"…\"") == """
            {"schema":1,"id":"…","kind":"exposure","item":"2","item_is_number":true,"policy":"feed",\
            "policy_id":"…","policy_parameters":null,"session":"second","previous_session":"first",\
            "person":null,"screen":"Home","time_ms":1769860800000,"day":"2026-01-31","utc_offset_s":3600,\
            "since_first_ns":250000000,"total_ns":250000000,"longest_ns":250000000,"fraction":0.75,\
            "count":0,"exposures":1,"sample_rate":1.0,"position":5,"state":"undelivered","rejection":null,"library_version":"\(sightlineVersion)",\
            "attributes":{"account":"ann","n":1}}
            """)
      // The parameters of each policy are there once.
      #expect(lines.count { $0.contains(#""policy_parameters":"{"#) } == 2)
      let csv = try sightline(["export", log, "--format", "csv"])
      #expect(
        csv.output.hasPrefix(
          "schema,id,kind,item,item_is_number,policy,policy_id,policy_parameters,"))
      #expect(csv.output.contains(#","{""account"":""ann"",""n"":1}"#))
      #expect(csv.output.contains("\"<script>alert('1')</script>\"\"&"))
      let none = try sightline(["export", log, "--since", "2026-02-02"])
      #expect(none.output == "" && none.status == 0)
    }
  }

  @Test func `a report distinguishes a number from its digits`() async throws {
    func record(_ log: ImpressionLog) {
      log.record(seen(5))
      log.record(seen("5"))
      log.record(seen("05"))
      log.record(seen("five"))
    }
    try await withLog(record) { log in
      let csv = try sightline(["report", log, "--format", "csv"]).output
      #expect(csv.hasPrefix("item,item_is_number,policy,impressions,"))
      let rows = csv.split(separator: "\n").dropFirst()
      #expect(
        rows.map { $0.prefix { $0 != "d" } } == [
          "5,true,fee", "05,false,fee", "5,false,fee", "five,false,fee",
        ])
      let table = try sightline(["report", log]).output.split(separator: "\n")
      #expect(
        table.count { $0.hasPrefix("5 ") } == 1 && table.count { $0.hasPrefix("\"5\" ") } == 1)
      #expect(table.contains { $0.hasPrefix("five ") })
      let html = try sightline(["report", log, "--format", "html"]).output
      #expect(html.contains("<bdi>5</bdi>") && html.contains("<bdi>&quot;5&quot;</bdi>"))
    }
  }

  @Test func `a name of a megabyte doesn't swell the page`() async throws {
    func record(_ log: ImpressionLog) {
      // One character, as people see it.
      let name = "e" + String(repeating: "\u{301}", count: 1 << 19)
      log.screen = name
      log.record(seen(.text(name)))
      log.record(shown(.text(name), 1))
    }
    try await withLog(record) { log in
      for by in ["item", "screen"] {
        let page = try sightline(["report", log, "--format", "html", "--by", by]).output
        #expect(page.contains("…") && page.utf8.count < 50_000)
      }
    }
  }

  @Test func `a time is a day, a time or an age`() async throws {
    try await withLog(fill) { log in
      for (since, count) in [
        ("2026-01-30", 6), ("2026-02-02", 0), ("2026-01-31T12:00:00Z", 6),
        ("2026-01-31T13:00:01+01:00", 0),
      ] {
        let result = try sightline(["export", log, "--since", since])
        #expect(result.output.split(separator: "\n").count == count, "\(since) \(result.error)")
      }
      let before = try sightline(["export", log, "--before", "2026-01-31T12:00:00Z"])
      #expect(before.output == "")
      let ago = try sightline(["export", log, "--before", "0m", "--since", "1000000w"])
      #expect(ago.output.split(separator: "\n").count == 6, "\(ago.error)")
    }
  }

  @Test(arguments: [
    ("yesterday", "it must be a day such as 2026-01-31, a time such as 2026-01-31T09:30:00Z"),
    ("2026-02-30", "it must be a day"), ("-3d", "it must be a day"), ("3x", "it must be a day"),
  ])
  func `an invalid time's error names the valid formats`(
    _ since: String, _ words: String
  ) async throws {
    try await withLog(fill) { log in
      let result = try sightline(["report", log, "--since=\(since)"])
      #expect(result.status == 64)
      #expect(result.error.contains(words), "\(result.error)")
      #expect(result.error.hasSuffix("; see sightline report --help\n"))
    }
  }

  @Test func `an impossible report gives a one-line error with a remedy`() async throws {
    func expect(_ arguments: [String], _ status: Int32, _ words: String) throws {
      let result = try sightline(arguments)
      #expect(result.status == status, "\(arguments): \(result.error)")
      #expect(result.output == "")
      #expect(result.error.contains(words), "\(result.error)")
      #expect(result.error.hasPrefix("sightline: "))
      #expect(result.error.split(separator: "\n").count == 1)
    }
    func nothing(_ log: ImpressionLog) {}
    try await withLog(nothing) { log in
      for command in ["report", "export"] {
        try expect([command, log + ".not"], 66, ".not: no such file; check the path")
        try expect([command, "/"], 66, "a folder; name the log's file in it")
        try expect([command, fixture("blocks")], 65, "not an impression log")
        try expect([command, log, "-o", log], 64, "--output must not be the log itself")
        try expect(
          [command, log, "--since", "2d", "--before", "3d"], 64,
          "--since must be earlier than --before")
      }
      try expect(["report", log], 65, "the log has no events; report it once")
      #expect(try sightline(["export", log]).output == "")
      try expect(["export", log, "-o", "/no/such/folder/x"], 74, "create its folder first")
    }
    try await withLog(fill) { log in
      try expect(
        ["report", log, "--since", "2026-02-02"], 65,
        "no event is in that period; those under the policy feed are from 2026-01-31 12:00 UTC to")
      try expect(
        ["report", log, "--policy", "x"], 65,
        "no event has the policy x; the log has feed, mrcVideo")
      try expect(["report", log, "--limit", "-1"], 64, "sightline report --help")
      let page = log + ".csv"
      try "before".write(toFile: page, atomically: true, encoding: .utf8)
      try expect(["report", log, "--policy", "x", "-o", page], 65, "no event has the policy")
      #expect(try String(contentsOfFile: page, encoding: .utf8) == "before")
    }
  }

  @Test func `persons are rows, or counted instead of sessions`() async throws {
    let fill: (ImpressionLog) -> Void = { log in
      for person in ["anna", nil, "bea", "anna"] {
        log.person = person
        log.record(
          LogEntry(
            kind: .impression, item: 1, policy: .feed, sinceFirstSeen: .zero, total: .zero,
            longest: .zero, greatestFraction: 1, count: 1, exposures: 1))
      }
    }
    try await withLog(fill) { log in
      func rows(_ options: String...) throws -> [String] {
        let result = try sightline(["report", log, "--format", "csv"] + options)
        return result.output.split(separator: "\n").map {
          $0.split(separator: ",", omittingEmptySubsequences: false).prefix(5)
            .joined(separator: ",")
        }
      }
      let persons = try rows("--by", "person")
      #expect(
        persons == [
          "person,policy,impressions,reach,frequency", "anna,feed,2,2,1.0", ",feed,1,1,1.0",
          "bea,feed,1,1,1.0",
        ])
      let days = try rows("--by", "day", "--persons")
      #expect(days.last == "2026-01-31,feed,4,2,2.0")
      #expect(try sightline(["report", log, "--persons"]).output.contains("people"))
      #expect(try sightline(["report", log, "--persons", "--people", "a"]).status == 64)
    }
  }

  @Test func `several logs are merged in the temporary folder`() async throws {
    try await withLog(fill) { log in
      let late = try sightline(["report", log, log, "--since", "2026-02-02"])
      #expect(late.status == 65)
      #expect(late.error.contains("2 logs: no event is in that period"), "\(late.error)")
      for command in ["report", "export"] {
        let result = try shell("TMPDIR=/dev/null \"$0\" \(command) \"$1\" \"$1\"", [log])
        #expect(result.status == 74)
        #expect(
          result.error.hasPrefix("sightline: /dev/null: the merged logs cannot be written ("),
          "\(result.error)")
        #expect(result.error.hasSuffix("; name a folder with space in TMPDIR\n"))
      }
    }
  }

  @Test func `a sign is escaped even before a combining mark`() {
    #expect(escaped("<\u{301}b\"\u{308}") == "&lt;\u{301}b&quot;\u{308}")
  }
}
