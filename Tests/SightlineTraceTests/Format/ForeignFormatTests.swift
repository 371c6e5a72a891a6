import Testing

@testable import SightlineTrace

@Suite struct ForeignFormatTests {
  private func problem(_ bytes: [UInt8]) -> TraceError.Problem? {
    do throws(TraceError) {
      _ = try read(bytes)
      return nil
    } catch { return error.problem }
  }

  private static let text = Array(meta.utf8)

  private static let wide: [UInt8] = text.flatMap { [$0, 0] as [UInt8] }
  private static let wideBig: [UInt8] = text.flatMap { [0, $0] as [UInt8] }

  private static let files: [([UInt8], ForeignFormat)] = [
    ([0x1F, 0x8B, 0x08, 0x00], .gzip),
    ([0x50, 0x4B, 0x03, 0x04, 0x0A], .zip),
    ([0x42, 0x5A, 0x68, 0x39, 0x31], .bzip2),
    ([0x28, 0xB5, 0x2F, 0xFD, 0x24], .zstandard),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .xz),
    ([0x04, 0x22, 0x4D, 0x18, 0x64], .lz4),
    ([0xFF, 0xFE] as [UInt8] + wide, .utf16),
    ([0xFE, 0xFF] as [UInt8] + wideBig, .utf16),
    (wide, .utf16),
    (wideBig, .utf16),
    ([0xFF, 0xFE, 0, 0] as [UInt8] + text, .utf32),
    ([0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01], .binary),
    ([0x00], .binary),
    ([0x7B, 0x22, 0x00, 0x00, 0x22], .binary),
  ]

  @Test(arguments: files)
  func `a binary file's format is named`(_ bytes: [UInt8], _ format: ForeignFormat) {
    #expect(problem(bytes) == .foreign(format))
    #expect(problem(bytes + ([0x0A] as [UInt8]) + bytes) == .foreign(format))
  }

  /// An error in a text file is reported as a text error.
  @Test func `text stays text`() {
    #expect(problem(Self.text) == nil)
    #expect(problem([0xEF, 0xBB, 0xBF] as [UInt8] + Self.text) == nil)
    #expect(problem(Array("{\t\"k\":\"meta\",\"v\":1}\r\n".utf8)) == nil)
    #expect(
      problem(Array("{\"k\":\"".utf8) + ([0xE9] as [UInt8]) + Self.text) == .notUTF8(column: 7))
    #expect(problem(Self.text + ([0x1F, 0x8B, 0x0A] as [UInt8])) != .foreign(.gzip))
  }

  @Test func `the error names the file and the command to unpack it`() throws {
    let error = #expect(throws: TraceError.self) { try read([0x1F, 0x8B, 0x08]) }
    #expect(error?.line == 0)
    #expect(
      error?.description == "test: this is a gzip file, not a trace; unpack it first: gzip -dc")
  }
}
