import Foundation
import StrataPlatform

/// A shell that runs lines as commands: from arguments, scripts, standard input or a terminal.
///
/// A script stops at its first error unless ``ShellConfiguration/keepsGoing`` is set. At a terminal
/// an error neither ends the shell nor changes its exit status.
///
/// ```swift
/// let shell = try Shell(environment: environment, commands: commands)
/// let status = await shell.run([.standardInput])
/// ```
@MainActor
public final class Shell<Environment: ShellEnvironment> {
  /// The environment of commands.
  public let environment: Environment
  /// The shell's configuration.
  public let configuration: ShellConfiguration
  /// The commands, including the built-in ones.
  public internal(set) var commands = CommandTable<Environment>()

  /// The aliases.
  public internal(set) var aliases: Aliases

  var isLeaving = false
  var depth = 0
  var folders: [String?] = []
  private var status = ExitStatus.success
  private var argumentLineCount = 0

  /// Makes a shell.
  ///
  /// - Throws: ``ShellError`` if two commands have the same name, or one has that of a built-in
  ///   command.
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
  /// - Parameter standardInput: A replacement for standard input. Nil for the process's own.
  /// - Returns: The exit status of all inputs so far.
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
        // The lines of all `-c` arguments are numbered as one script.
        let reader = reader(
          of: TextLineSource(text, name: "-c"), linesBefore: argumentLineCount)
        defer { argumentLineCount = reader.lineNumber }
        return await run(reader)
      case .words(let words):
        commands.caller = configuration.caller
        defer { commands.caller = nil }
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
  /// - Returns: The exit status of everything that ran so far.
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
      // Drops the prompt's trailing blank before an empty line.
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
    // The prompt isn't data, so it goes to standard error if standard output isn't a terminal.
    if isatty(settings.output) == 0 { settings.output = 2 }
    return TerminalLineSource(
      settings, interruption: configuration.interruption, termination: configuration.termination
    ) { [weak self] line in
      self?.completions(for: line)
        ?? Completions(line: line, start: line.utf8.count, candidates: [])
    }
  }

  /// Runs lines until the source ends, a line fails, or a command leaves the shell.
  ///
  /// - Returns: True if all lines succeeded.
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

  /// Warns about unfinished work at a prompt.
  ///
  /// - Returns: True if there is such work, so that the shell must not end yet.
  private func stays() -> Bool {
    guard let unfinished = environment.unfinished, !output.isClosed else { return false }
    isLeaving = false
    output.report(
      ShellError("leaving would drop \(unfinished)", hint: "save or rollback; or leave once more"))
    return true
  }

  /// Runs a line, and reports its error.
  ///
  /// - Parameter isTyped: True if a person typed it just now, here or at the system's shell.
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
      // Shows the command's output before its error. A write error is thrown again at the next
      // line.
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
      // A wrong call of the program's only command is a wrong call of the program.
      let isWrongCall = error.kind == .usage || error.kind == .syntax
      status = isWrongCall && commands.caller != nil ? .wrongUsage : error.exitStatus
    }
    return false
  }
}

/// The configuration of a shell.
public struct ShellConfiguration: Sendable {
  /// True if scripts continue after an error.
  public var keepsGoing = false
  /// True if each line of a script is shown before its output, behind a prompt.
  ///
  /// Lines of included scripts aren't shown, just as at a terminal.
  public var echoesLines = false
  /// The prompt before echoed lines. Nil for the terminal's prompt.
  public var echoPrompt: String?
  /// The initial aliases.
  public var aliases = Aliases()
  /// The maximal depth of nested scripts.
  public var maximumDepth = 16
  /// The flag that Ctrl-C sets. It cancels the running command.
  public var interruption = Cancellation()
  /// The flag that SIGTERM sets. It ends the shell.
  public var termination = Cancellation()
  /// The settings of the terminal.
  public var terminal = TerminalLineSource.Settings()

  /// The description of the program, for the manual page and completion scripts.
  public var program = ProgramDescription()
  /// The words before a command at the system's shell, or nil for the program's name.
  public var callerWords: String?

  var caller: CommandCaller {
    if let callerWords { return CommandCaller(callerWords, lines: .standardInput) }
    return CommandCaller(program.name, lines: program.takesLines ? .option : .none)
  }

  /// Makes the default configuration.
  public init() {}
}
