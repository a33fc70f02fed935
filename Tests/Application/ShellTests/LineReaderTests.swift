import StrataTestSupport
import Testing

@testable import StrataShell

@MainActor
@Suite("Line reader")
struct LineReaderTests {
  private func lines(_ bytes: [UInt8]) async -> [String] {
    let reader = LogicalLineReader(TextLineSource(bytes: bytes, name: "s"))
    var found: [String] = []
    while true {
      do {
        switch try await reader.next() {
        case .line(let line): found.append("\(line.lineNumber): \(line.text)")
        case .end: return found
        case .interrupted: return found + ["interrupted"]
        }
      } catch {
        found.append(
          "\(reader.lineNumber):\(error.column.map(String.init) ?? "") error \(error.message)")
      }
    }
  }

  @Test("numbers lines and joins continued ones")
  func joining() async {
    let found = await lines(Array("a\nb \\\n c\\\nd\n\ne".utf8))
    #expect(found == ["1: a", "2: b  cd", "5: ", "6: e"])
  }

  @Test("columns of a joined line map back to their lines")
  func places() {
    var line = LogicalLine("ab ", sourceName: "s", lineNumber: 7)
    line.append("cd", lineNumber: 8)
    #expect(line.place(column: 2)?.description == "s:7:2")
    #expect(line.place(column: 3)?.description == "s:7:3")
    #expect(line.place(column: 4)?.description == "s:8:1")
    #expect(line.place(column: 99)?.line == 8)
    #expect(line.place(column: nil)?.description == "s:7")
    #expect(LogicalLine("typed").place(column: 1) == nil)
  }

  @Test("bytes that are not UTF-8 are an error at their column, and the next line is read")
  func invalidUTF8() async {
    let found = await lines(Array("ä".utf8) + [0xFF, 0x0A] + Array("ok".utf8))
    #expect(found == ["1:2 error the line is not UTF-8 text", "2: ok"])
  }

  @Test("zero bytes are an error")
  func zeroByte() async {
    #expect(await lines([0x61, 0, 0x0A, 0x62]) == ["1:2 error the line has a zero byte", "2: b"])
  }

  @Test("what continues a spoilt line is not run as a line of its own")
  func spoiltContinuation() async {
    let found = await lines([0x61, 0xFF, 0x5C, 0x0A] + Array("b \\\nc\nd".utf8))
    #expect(found == ["1:2 error the line is not UTF-8 text", "4: d"])
  }

  @Test("a backslash with nothing after it is an error")
  func backslashAtEnd() async {
    #expect(
      await lines(Array("a\nb \\".utf8)) == [
        "1: a", "2: error the last line ends in a backslash, but no line follows",
      ])
  }

  @Test("an overlong line is an error and isn't kept")
  func overlong() async {
    let long = [UInt8](repeating: 0x78, count: LogicalLineReader.maximumLength + 1)
    let found = await lines(long + Array("\nok".utf8))
    #expect(found == ["1: error the line is longer than 1048576 bytes", "2: ok"])
  }

  @Test("an overlong line is dropped however it comes in", arguments: [1, 3, 7])
  func pieces(size: Int) {
    var splitter = LineSplitter(maximumLength: 10)
    var events: [LineEvent] = []
    let bytes = Array("short\n0123456789012345\\\n0123456789\nend".utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      splitter.append(bytes[start..<min(bytes.count, start + size)])
      while let event = splitter.next() { events.append(event) }
    }
    if let event = splitter.last() { events.append(event) }
    #expect(
      events == [
        .line("short"), .invalid(.tooLong(10), continues: true), .line("0123456789"),
        .line("end"),
      ])
  }

  @Test("many joined lines take time in proportion", .timeLimit(.scaledMinutes(5)))
  func manyJoined() async {
    let count = 100_000
    let found = await lines(Array((String(repeating: "ab\\\n", count: count) + "end").utf8))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix("ababend") == true)
    #expect(found.first?.utf8.count == 2 * count + 6)
  }

  @Test("joined lines without an end are given up, with what follows")
  func endlessJoined() async {
    let found = await lines(Array(Self.endless.utf8))
    #expect(
      found == ["1: error the line doesn't end within 4194304 bytes; what follows isn't read"])
  }

  private static let endless =
    String(repeating: String(repeating: "x", count: 1000) + "\\\n", count: 5000) + "\necho on\n"

  @Test("a file without a line end is given up, with what follows")
  func endlessFile() async throws {
    let source = try FileLineSource(
      script: "/dev/zero", name: "zero", interruption: Cancellation(), termination: Cancellation())
    let reader = LogicalLineReader(source, linesBefore: 2)
    await #expect(throws: ShellError.endless(LogicalLineReader.endlessLength)) {
      _ = try await reader.next()
    }
    #expect(reader.lineNumber == 3)
    guard case .end = try await reader.next() else {
      Issue.record("there is more")
      return
    }
  }

  @Test("many joined lines may not grow beyond the limit either")
  func overlongJoined() async {
    let piece = String(repeating: "x", count: 100_000) + "\\\n"
    let found = await lines(Array((String(repeating: piece, count: 12) + "end\nok").utf8))
    #expect(found == ["1: error the line is longer than 1048576 bytes", "14: ok"])
  }
}
