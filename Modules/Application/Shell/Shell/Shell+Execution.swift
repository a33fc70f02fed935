extension Shell {
  /// Runs a single line that belongs to no source.
  ///
  /// - Throws: The command's error, or ``ShellError`` if the command doesn't exist or the call is
  ///   invalid.
  public func execute(_ text: String) async throws { try await execute(LogicalLine(text)) }

  /// Runs a command by its words, none of which is split.
  ///
  /// - Throws: As ``execute(_:)``.
  public func execute(words: [String]) async throws {
    try await execute(LogicalLine(words: words))
  }

  private func execute(_ line: LogicalLine) async throws {
    let style = output.lineStyle
    defer { output.lineStyle = style }
    try await execute(line, from: Tokenizer(line))
    try output.finishLine()
  }

  func execute(
    _ line: LogicalLine, from start: Tokenizer, expanding: Set<String> = []
  ) async throws {
    if let expansion = try AliasExpansion(line, at: start, aliases, expanding: expanding) {
      do {
        return try await execute(
          expansion.line, from: Tokenizer(expansion.line),
          expanding: expanding.union([expansion.name]))
      } catch {
        var error = ShellError(error)
        error.column = error.column.map(expansion.column)
        throw error
      }
    }
    var tokenizer = start
    if let group = helpRequest(at: start) { return try showHelp([group]) }
    guard
      let command = try commands.find(in: &tokenizer, meaning: environment.hint(forUnknown:))
    else { return }
    do {
      let invocation = try InvocationParser.parse(
        command.signature, in: line, at: tokenizer, cancellation: configuration.interruption)
      if let style = try invocation.tableStyle(over: output.style) { output.lineStyle = style }
      try await perform(command, invocation)
    } catch is InvocationParser.HelpRequest {
      try showHelp(for: command)
    }
  }

  // Returns the first word of two-word commands if `--help` follows it.
  private func helpRequest(at start: Tokenizer) -> ArgumentValue? {
    var tokenizer = start
    // Finding the command throws the error again.
    guard let first = try? tokenizer.next(), commands.command([first.text]) == nil,
      !commands.secondWords(after: first.text).isEmpty,
      let second = try? tokenizer.next(), second.text == "--help"
    else { return nil }
    return ArgumentValue(first, in: start.source)
  }

  // The command has a task of its own, so that Ctrl-C cancels also what it awaits.
  private func perform(_ command: Command<Environment>, _ invocation: Invocation) async throws {
    let environment = environment
    let task = Task { @MainActor in
      if command.bypassesEnvironment {
        try await command.run(invocation, environment)
      } else {
        try await environment.perform(invocation) {
          try await command.run(invocation, environment)
        }
      }
    }
    let key = configuration.interruption.onCancel { task.cancel() }
    defer { configuration.interruption.removeAction(key) }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Runs a command that itself runs lines, and limits the nesting.
  func nest(_ body: () async throws -> Void) async throws {
    guard depth < configuration.maximumDepth else {
      throw ShellError(
        "lines are nested more than \(configuration.maximumDepth) deep",
        hint: "does a script include itself?")
    }
    // Within, lines are a script's.
    let caller = commands.caller
    commands.caller = nil
    depth += 1
    defer {
      depth -= 1
      commands.caller = caller
    }
    try await body()
  }
}
