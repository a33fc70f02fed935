import Foundation
import StrataTestSupport
import Testing

@testable import StrataShell

/// What the machine has of the libraries that the shell knows, and none at all.
private let libraries: [[String]] =
  EditingLibrary.names.filter { $0.hasSuffix(".so.2") || $0.hasSuffix(".so.8") }
  .filter { dlopen($0, RTLD_NOW | RTLD_LOCAL) != nil }.map { [$0] } + [[]]
private let editing = libraries.filter { !$0.isEmpty }

@MainActor
@Suite("Terminal", .serialized, .timeLimit(.scaledMinutes(5)))
struct TerminalTests {
  private let interruption = Cancellation()
  private let termination = Cancellation()

  private func source(
    _ terminal: PseudoTerminal, _ libraries: [String], historyPath: String? = nil
  ) -> TerminalLineSource {
    var settings = TerminalLineSource.Settings()
    settings.input = terminal.program
    settings.output = terminal.program
    settings.libraries = libraries
    settings.prompt = { "toy> " }
    settings.historyPath = historyPath
    return TerminalLineSource(settings, interruption: interruption, termination: termination) {
      Completions(line: $0, start: 0, candidates: [])
    }
  }

  @Test("reads lines as they are typed", arguments: libraries)
  func lines(libraries: [String]) async throws {
    let terminal = try #require(PseudoTerminal())
    let source = source(terminal, libraries)
    #expect(source.hasEditing == !libraries.isEmpty)
    let typed: [(String, LineEvent)] = [
      ("echo é東\n", .line("echo é東")), ("second\n", .line("second")), ("\u{4}", .end),
    ]
    for (text, expected) in typed {
      async let event = source.next(isContinuation: false)
      _ = await terminal.shown(until: "toy> ")
      terminal.type(text)
      #expect(try await event == expected)
    }
  }

  @Test("does without editing where more files are open than the library can wait for")
  func manyFiles() async {
    // In a process of its own: elsewhere other tests close files, whose numbers are free then.
    await #expect(processExitsWith: .success) {
      let hasEditing = await MainActor.run {
        guard let terminal = PseudoTerminal() else { return true }
        // Where so many can't be open, no number is too large either.
        while case let file = dup(terminal.program), file >= 0 {
          guard file < 1100 else {
            return TerminalTests().source(terminal, EditingLibrary.names).hasEditing
          }
        }
        return false
      }
      exit(hasEditing ? 1 : 0)
    }
  }

  @Test("shows the prompt", arguments: libraries)
  func prompt(libraries: [String]) async throws {
    let terminal = try #require(PseudoTerminal())
    let source = source(terminal, libraries)
    async let event = source.next(isContinuation: false)
    #expect(await terminal.shown(until: "toy> ").contains("toy> "))
    terminal.type("x\n")
    #expect(try await event == .line("x"))
  }

  @Test("Ctrl-C drops what was typed and goes on", arguments: libraries)
  func interrupted(libraries: [String]) async throws {
    let terminal = try #require(PseudoTerminal())
    let source = source(terminal, libraries)
    async let event = source.next(isContinuation: false)
    _ = await terminal.shown(until: "toy> ")
    if !libraries.isEmpty {
      terminal.type("abc")
      _ = await terminal.shown(until: "c")
    }
    interruption.cancel()
    #expect(try await event == .interrupted)
    interruption.reset()
    terminal.type("echo x\n")
    #expect(try await source.next(isContinuation: false) == .line("echo x"))
  }

  @Test("a request to end ends the wait for a line", arguments: libraries)
  func terminated(libraries: [String]) async throws {
    let terminal = try #require(PseudoTerminal())
    let source = source(terminal, libraries)
    async let event = source.next(isContinuation: false)
    _ = await terminal.shown(until: "toy> ")
    termination.cancel()
    #expect(try await event == .end)
  }

  @Test("the arrow key brings back lines of earlier sessions", arguments: editing)
  func history(libraries: [String]) async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("history-\(UUID().uuidString)/lines").path
    defer {
      try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }
    HistoryFile(path: path).append("echo old")
    let terminal = try #require(PseudoTerminal())
    let source = source(terminal, libraries, historyPath: path)
    async let event = source.next(isContinuation: false)
    _ = await terminal.shown(until: "toy> ")
    terminal.type("\u{10}\n")
    #expect(try await event == .line("echo old"))
    terminal.type("echo new\n")
    _ = try await source.next(isContinuation: false)
    terminal.type(" hidden\n")
    _ = try await source.next(isContinuation: false)
    #expect(HistoryFile(path: path).load() == ["echo old", "echo new"])
  }

  @Test("the tab key completes", arguments: editing)
  func completion(libraries: [String]) async throws {
    let terminal = try #require(PseudoTerminal())
    var settings = TerminalLineSource.Settings()
    settings.input = terminal.program
    settings.output = terminal.program
    settings.libraries = libraries
    let source = TerminalLineSource(
      settings, interruption: interruption, termination: termination
    ) { line in
      Completions(line: line, start: 5, candidates: line == "name 'a l" ? ["'a long name'"] : [])
    }
    async let event = source.next(isContinuation: false)
    _ = await terminal.shown(until: "> ")
    terminal.type("name 'a l\t\n")
    guard case .line(let line) = try await event else {
      Issue.record("no line")
      return
    }
    #expect(try Tokenizer.tokens(in: line).map(\.text) == ["name", "a long name"])
  }

  @Test("a blank follows the only candidate each time", arguments: editing)
  func blankBehindTheOnlyCandidate(libraries: [String]) async throws {
    let terminal = try #require(PseudoTerminal())
    var settings = TerminalLineSource.Settings()
    settings.input = terminal.program
    settings.output = terminal.program
    settings.libraries = libraries
    let source = TerminalLineSource(
      settings, interruption: interruption, termination: termination
    ) { line in
      Completions(line: line, start: 0, candidates: [line + "-completed"])
    }
    for round in 0..<60 {
      // Words of many lengths, so that the memory for each is another.
      let word = String(repeating: "w", count: round % 30 + 1)
      async let event = source.next(isContinuation: false)
      _ = await terminal.shown(until: "> ")
      terminal.type("\(word)\tx\n")
      #expect(try await event == .line("\(word)-completed x"), "round \(round)")
    }
  }

  @Test("history is kept short and for its owner only")
  func historyFile() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("history-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let history = HistoryFile(path: path, limit: 3)
    for number in 1...7 { history.append("line \(number)") }
    history.append("two\nlines")
    #expect(history.load() == ["line 5", "line 6", "line 7"])
    history.append("line 8")
    #expect(history.load() == ["line 6", "line 7", "line 8"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
