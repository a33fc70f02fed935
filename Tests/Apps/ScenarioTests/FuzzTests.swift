import Foundation
import StrataTestSupport
import Testing

/// Lines and files that nobody in his right mind would give. Whatever they are, the program must
/// end by itself with an answer, and leave a sound store.
///
/// `STRATA_FUZZ_ROUNDS` makes it run longer.
@Suite struct Fuzz {
  @Test func anyLinesLeaveASoundStore() throws {
    var generator = SeededGenerator()
    for round in 0..<FuzzRounds.count {
      let shell = try AppShell()
      var lines = LineGenerator(generator: generator)
      let script = (0..<150).map { _ in lines.next() }.joined(separator: "\n")
      generator = lines.generator
      let result = try shell.run(["--store", shell.store, "--keep-going"], input: script)
      #expect(result.status < 2, "round \(round): \(result.error.suffix(2000))\n\(script)")
      let check = try shell.lines("check")
      #expect(check.status == 0, "round \(round): \(check.output)\(check.error)\n\(script)")
      #expect(try numbersOfHistory(shell).enumerated().allSatisfy { $0.offset + 1 == $0.element })
    }
  }

  private func numbersOfHistory(_ shell: AppShell) throws -> [Int] {
    try shell.lines("history", options: ["--format", "csv"]).lines.dropFirst().compactMap {
      Int($0.prefix { $0 != "," })
    }
  }

  @Test func anyFileIsTakenOrRefused() throws {
    var generator = SeededGenerator()
    for round in 0..<FuzzRounds.count * 2 {
      let shell = try AppShell()
      let file = Self.mutatedFile(&generator)
      try file.write(to: shell.folder.file("a.csv"))
      let line = """
        import a.csv --date date --item Wind:dualValues:low,high --item Mood:singleOption:mood \
        --item Sleep:optionWithInterval:end,mood
        """
      let result = try shell.lines(line, line, "check")
      #expect(
        result.status == 0 || result.status == 1,
        "round \(round): \(result.error)\n\(String(decoding: file, as: UTF8.self))")
      if result.status == 0 {
        #expect(result.output.contains("added nothing"), "round \(round): \(result)")
      }
    }
  }

  private static func mutatedFile(_ generator: inout SeededGenerator) -> Data {
    let start = "date,low,high,mood,end\n"
    let rows = (1...28).map { day in
      let date = "2012-02-\(day < 10 ? "0" : "")\(day)"
      return "\(date),\(day).5,-\(day),mood\(day % 5),\(date)T12:00\n"
    }
    var bytes = Array((start + rows.joined()).utf8)
    let odd: [[UInt8]] = [
      [0], [0x0A], [0x0D], [0x22], [0x2C], [0xFF], [0xEF, 0xBB, 0xBF], Array("\"\"".utf8),
      Array("1e999".utf8), Array("nan".utf8), Array("é".utf8), Array("-".utf8), Array(" ".utf8),
    ]
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes.insert(contentsOf: odd.randomElement(using: &generator) ?? [], at: place)
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
      }
    }
    return Data(bytes)
  }
}
