import StrataTestSupport
import Testing

@testable import StrataShell

@Suite("Fuzz")
struct FuzzTests {
  private static let seeds = [
    #"item add "Rain \"x\"" --kind singleValue --tag 'a b' # note"#,
    #"fetch Item where name == "Rain" AND value > -3.5 sort by name desc"#,
    "name add --loud -- --x -5", "time time name list", "format json", "help name add",
    "log 'é' 👩‍👩‍👧 --at=2026-11-20T07:00 \\", "echo \"\\n\\t\\\\\"",
  ]
  private static let pieces = [
    "'", "\"", "\\", "#", "--", "-", "=", " ", "\t", "\n", "\r\n", "\u{0}", "\u{301}", "\u{200D}",
    "é", "東", "--loud", "--tag", "name", "add", "\u{1B}[", "99999999999999999999",
  ]

  private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(Self.seeds.randomElement(using: &random).map { Array($0.utf8) } ?? [])
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 3))
      case 2:
        bytes.insert(
          contentsOf: Array((Self.pieces.randomElement(using: &random) ?? "").utf8), at: place)
      default: bytes = Array(bytes[..<place]) + bytes[(place / 2)...]
      }
    }
    return bytes
  }

  private func randomBytes(_ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...60, using: &random)).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
  }

  @Test("no line traps: words join to ranges of the line, in order")
  func tokenizer() throws {
    var random = SeededGenerator(for: "tokenizer fuzz")
    let seed = random.seed
    for round in 0..<20_000 {
      let bytes = round % 2 == 0 ? mutated(&random) : randomBytes(&random)
      let line = String(decoding: bytes, as: UTF8.self)
      var tokenizer = Tokenizer(line)
      var end = line.startIndex
      var column = 0
      while let token = try? tokenizer.next() {
        #expect(token.range.lowerBound >= end && token.column > column, "seed \(seed)")
        #expect(!token.range.isEmpty, "seed \(seed)")
        end = token.range.upperBound
        column = token.column
        #expect(try Tokenizer.tokens(in: Tokenizer.quoted(token.text)).map(\.text) == [token.text])
      }
      if let raw = Tokenizer(line).rawText() { #expect(line[raw.range] == raw.text) }
    }
  }

  @Test("pieces of a line continue as the line does that they make")
  func continuation() {
    var random = SeededGenerator(for: "continuation fuzz")
    let seed = random.seed
    let letters: [Character] = ["\\", "\\", "\"", "'", "#", " ", "a", "é"]
    for _ in 0..<20_000 {
      var continuation = LineContinuation()
      var joined = ""
      var hasMore = true
      while hasMore, joined.utf8.count < 40 {
        let count = Int.random(in: 0...8, using: &random)
        let piece = String(
          (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
        joined += piece
        hasMore = continuation.take(piece)
        #expect(hasMore == continues(joined), "seed \(seed): \(joined)")
        if hasMore { joined.unicodeScalars.removeLast() }
      }
    }
  }

  /// Whether a whole line continues, found with the tokenizer.
  private func continues(_ line: String) -> Bool {
    let count = line.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    guard !count.isMultiple(of: 2) else { return false }
    var tokenizer = Tokenizer(line)
    do {
      while try tokenizer.next() != nil {}
      return tokenizer.current != "#"
    } catch {
      return true
    }
  }

  @Test("no line traps the option parser, and what it refuses has a message")
  func options() {
    var random = SeededGenerator(for: "option fuzz")
    let seed = random.seed
    let signatures = [
      CommandSignature(
        words: ["x"], arguments: [.required("A"), .optional("B"), .rest("C")],
        options: [.flag("loud"), .value("tag", "T", isRepeatable: true)], parsesOptions: true),
      CommandSignature(
        words: ["x"], arguments: [.variadic("A", minimum: 2)],
        options: [.value("kind", "K", choices: ["a"])], parsesOptions: true),
    ]
    for round in 0..<20_000 {
      let bytes = round % 2 == 0 ? mutated(&random) : randomBytes(&random)
      let line = String(decoding: bytes, as: UTF8.self)
      let count = line.unicodeScalars.count
      do {
        let call = try InvocationParser.parse(
          signatures[round % 4 / 2], in: LogicalLine(line), at: Tokenizer(line),
          cancellation: Cancellation())
        #expect(call.argument("A") != nil, "seed \(seed)")
        for value in call.argumentValues.values.joined() {
          #expect(value.column <= count && call.rawText(from: value) != nil, "seed \(seed)")
        }
      } catch let error as ShellError {
        #expect(!error.message.isEmpty && (error.column ?? 1) <= count + 1, "seed \(seed)")
      } catch {
        #expect(error is InvocationParser.HelpRequest, "seed \(seed)")
      }
    }
  }

  @MainActor
  @Test("no script traps the shell or its completion")
  func shell() async throws {
    var random = SeededGenerator(for: "shell fuzz")
    let seed = random.seed
    for round in 0..<300 {
      let toy = try ToyShell(keepsGoing: true)
      var bytes: [UInt8] = []
      for line in 0..<20 {
        bytes += (round + line) % 2 == 0 ? mutated(&random) : randomBytes(&random)
        bytes.append(UInt8(ascii: "\n"))
      }
      // No file of the machine shall be run as a script.
      guard !String(decoding: bytes, as: UTF8.self).contains("source") else { continue }
      let status = await toy.shell.run(TextLineSource(bytes: bytes, name: "fuzz"))
      // A line may have chosen JSON.
      let hasErrors = ["error: ", #"{"kind":""#].contains { toy.errors.contains($0) }
      #expect((status == .commandFailed) == hasErrors, "seed \(seed)")
      _ = toy.shell.completions(for: String(decoding: bytes, as: UTF8.self))
      // Others wait for the main actor, some with a deadline.
      await Task.yield()
    }
  }

  @Test("no arguments trap the program's options")
  func programOptions() {
    var random = SeededGenerator(for: "program options fuzz")
    let seed = random.seed
    let known = [
      "--store", "--memory", "-c", "-f", "--format", "json", "--plugins", "a,b", "=", "--", "-",
      "", "--quiet", "demo", "--store=", "--=", "-h",
    ]
    for _ in 0..<5_000 {
      let arguments = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Bool.random(using: &random)
          ? known.randomElement(using: &random) ?? ""
          : String(decoding: mutated(&random), as: UTF8.self)
      }
      do {
        _ = try ProgramOptions.parse(arguments, words: ["demo"])
      } catch {
        #expect(error.kind == .programUsage && error.hint != nil, "seed \(seed)")
      }
    }
  }
}
