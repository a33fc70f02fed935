import Foundation

/// Runs lines as commands: from arguments, scripts, standard input or a terminal.
///
/// A script stops at its first error unless told to keep going. Errors of a person at a terminal
/// end neither the shell nor count in its exit status.
@MainActor
public final class Shell<Environment: ShellEnvironment> {
  /// What commands run in.
  public let environment: Environment
  /// How the shell behaves.
  public let configuration: ShellConfiguration
  /// The commands, the built-in ones included.
  public private(set) var commands = CommandTable<Environment>()

  /// Short names for the beginnings of lines.
  public internal(set) var aliases: Aliases

  var isLeaving = false
  var depth = 0
  var folders: [String?] = []
  private var status = ExitStatus.success
  private var argumentLineCount = 0

  /// Makes a shell.
  ///
  /// - Throws: ``ShellError`` when two commands have the same name, or a name is built in.
  public init(
    environment: Environment, commands: [Command<Environment>],
    configuration: ShellConfiguration = ShellConfiguration()
  ) throws(ShellError) {
    self.environment = environment
    self.configuration = configuration
    aliases = configuration.aliases
    try self.commands.add(contentsOf: commands)
    let builtIn = Self.builtInCommands { [weak self] in self }
    try self.commands.add(
      contentsOf: configuration.program.takesLines
        ? builtIn : builtIn.filter { ["help", "completion", "man"].contains($0.name) })
  }

  var output: Output { environment.output }

  /// Runs inputs in order.
  ///
  /// - Parameter standardInput: What stands for standard input; the process's own when nil.
  /// - Returns: The exit status of all inputs run so far.
  public func run(
    _ inputs: [ShellInput], standardInput: (any LineSource)? = nil
  ) async -> ExitStatus {
    for input in inputs where !isLeaving {
      let succeeded = await run(input, standardInput)
      if !succeeded, !configuration.keepsGoing || configuration.interruption.isCancelled { break }
    }
    return status
  }

  private func run(_ input: ShellInput, _ standardInput: (any LineSource)?) async -> Bool {
    do {
      switch input {
      case .line(let text):
        // Lines given as arguments count as the lines of one script.
        let reader = reader(
          of: TextLineSource(text, name: "-c"), linesBefore: argumentLineCount)
        defer { argumentLineCount = reader.lineNumber }
        return await run(reader)
      case .words(let words):
        if aliases[words.first ?? ""] == nil { try commands.check(words) }
        return await run(try LogicalLine(words: words), isInteractive: false, isTyped: true)
      case .script(let path): return await run(reader(of: try script(path, name: path)))
      case .standardInput: return await run(reader(of: standardInput ?? processInput()))
      }
    } catch {
      return fail(ShellError(error), nil)
    }
  }

  /// Runs the lines of a source.
  ///
  /// - Returns: The exit status of everything run so far.
  public func run(_ source: any LineSource) async -> ExitStatus {
    _ = await run(reader(of: source))
    return status
  }

  private func reader(of source: any LineSource, linesBefore: Int = 0) -> LogicalLineReader {
    guard configuration.echoesLines, !source.isInteractive else {
      return LogicalLineReader(source, linesBefore: linesBefore)
    }
    let (output, terminal) = (output, configuration.terminal)
    let echoPrompt = configuration.echoPrompt ?? terminal.prompt()
    return LogicalLineReader(source, linesBefore: linesBefore) { text, isContinuation in
      let prompt = isContinuation ? terminal.continuationPrompt : echoPrompt
      // The prompt's space is no use before nothing.
      output.answer(text.isEmpty && prompt.last == " " ? String(prompt.dropLast()) : prompt + text)
    }
  }

  func script(_ path: String, name: String) throws(ShellError) -> FileLineSource {
    try FileLineSource(
      script: path, name: name, interruption: configuration.interruption,
      termination: configuration.termination)
  }

  private func processInput() -> any LineSource {
    guard isatty(configuration.terminal.input) == 1 else {
      return FileLineSource(
        descriptor: configuration.terminal.input, name: "<stdin>",
        interruption: configuration.interruption, termination: configuration.termination)
    }
    var settings = configuration.terminal
    // The prompt is no data.
    if isatty(settings.output) == 0 { settings.output = 2 }
    return TerminalLineSource(
      settings, interruption: configuration.interruption, termination: configuration.termination
    ) { [weak self] line in
      self?.completions(for: line)
        ?? Completions(line: line, start: line.utf8.count, candidates: [])
    }
  }

  /// Runs lines until they end, one fails, or the shell is left.
  ///
  /// - Returns: Whether all succeeded.
  func run(_ reader: LogicalLineReader) async -> Bool {
    let source = reader.source
    folders.append(source.folder)
    defer { folders.removeLast() }
    var allSucceeded = true
    var isWarned = false
    while true {
      if isLeaving {
        guard source.isInteractive, !isWarned, stays() else { break }
        isWarned = true
      }
      if source.isInteractive { configuration.interruption.reset() }
      if configuration.termination.isCancelled {
        isLeaving = true
        return source.isInteractive ? allSucceeded : fail(.interrupted, nil)
      }
      do {
        switch try await reader.next() {
        case .end:
          guard source.isInteractive, !isWarned, stays() else { return allSucceeded }
          isWarned = true
          continue
        case .interrupted where source.isInteractive: continue
        case .interrupted: return fail(.interrupted, nil)
        case .line(let line):
          defer { isWarned = isWarned && isLeaving }
          if await run(
            line, isInteractive: source.isInteractive, isTyped: source.isInteractive)
          {
            continue
          }
        }
      } catch {
        let place = source.name.map {
          SourcePlace(name: $0, line: max(1, reader.lineNumber), column: error.column)
        }
        _ = fail(error, place, counts: !source.isInteractive)
      }
      if source.isInteractive { continue }
      allSucceeded = false
      if !configuration.keepsGoing || configuration.interruption.isCancelled { break }
    }
    return allSucceeded
  }

  /// Whether a person at a prompt is kept from leaving, since something would be lost.
  private func stays() -> Bool {
    guard let unfinished = environment.unfinished, !output.isClosed else { return false }
    isLeaving = false
    output.report(
      ShellError("leaving would drop \(unfinished)", hint: "save or rollback; or leave once more"))
    return true
  }

  /// - Parameter isTyped: Whether a person typed it just now, here or at the system's shell.
  private func run(_ line: LogicalLine, isInteractive: Bool, isTyped: Bool) async -> Bool {
    let style = output.lineStyle
    let start = ContinuousClock.now
    if depth == 0 { output.beginLine(isTyped: isTyped) }
    defer {
      output.lineStyle = style
      output.detail("\(start.elapsed): \(line.text)")
    }
    do {
      try await execute(line, from: Tokenizer(line))
      try output.finishLine()
    } catch {
      let error = ShellError(error)
      // What the command wrote before it failed is shown before the error. A failure to write comes
      // up again with the next line.
      try? output.finishLine()
      if !output.isClosed, error.kind != .outputClosed {
        return fail(error, line.place(column: error.column), counts: !isInteractive)
      }
    }
    if output.isClosed { isLeaving = true }
    return true
  }

  private func fail(_ error: ShellError, _ place: SourcePlace?, counts: Bool = true) -> Bool {
    output.report(error, at: place)
    if counts, status == .success {
      // Where a run is one command, whoever calls that wrongly has started the program wrongly.
      let isWrongCall = error.kind == .usage || error.kind == .syntax
      status =
        isWrongCall && !configuration.program.takesLines ? .wrongUsage : error.exitStatus
    }
    return false
  }
}
