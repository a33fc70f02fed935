import Foundation

extension Shell {
  /// Makes the commands that every shell has.
  ///
  /// - Parameter shell: A function that returns the shell, or nil once it has been released.
  static func builtInCommands(of shell: @escaping BuiltIn.Owner) -> [Command<Environment>] {
    let make = BuiltIn(shell: shell)
    return [
      make.help, make.format, make.source, make.time, make.echo, make.alias, make.unalias,
      make.completion, make.man,
      make.quit("quit"), make.quit("exit"),
    ]
  }

  /// A factory of the commands that every shell has.
  struct BuiltIn {
    typealias Owner = @MainActor @Sendable () -> Shell?
    let shell: Owner
  }

  /// Throws unless the program's arguments begin with the first word of a command.
  ///
  /// Call this before you open a store for the command.
  ///
  /// - Parameters:
  ///   - program: The program's name, for hints that a person can copy.
  ///   - others: Further words that are valid, which an error may suggest.
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/programUsage`` with the nearest word.
  public static func check(
    _ words: [String], of program: String? = nil, among commands: [Command<Environment>],
    or others: [String] = []
  ) throws(ShellError) {
    var table = CommandTable<Environment>()
    table.caller = program.map { CommandCaller($0) }
    try table.add(contentsOf: commands + builtInCommands { nil })
    try table.check(words, or: others)
  }
}

extension Shell.BuiltIn {
  @MainActor func builtIn(
    _ word: String, _ summary: String, arguments: [Argument] = [],
    options: [CommandLineOption] = [], parsesOptions: Bool = true,
    discussion: String = "", examples: [String] = [],
    completion: Command<Environment>.Completion? = nil,
    run: @escaping @MainActor @Sendable (Shell<Environment>, Invocation) async throws -> Void
  ) -> Command<Environment> {
    Command(
      [word], summary, arguments: arguments, options: options, parsesOptions: parsesOptions,
      discussion: discussion, examples: examples, group: "Shell", bypassesEnvironment: true,
      completion: completion
    ) { [shell] invocation, _ in
      if let shell = shell() { try await run(shell, invocation) }
    }
  }

  @MainActor var help: Command<Environment> {
    builtIn(
      "help", "list the commands, or explain one",
      arguments: [.variadic("COMMAND", "the command's words")], examples: ["help", "help echo"],
      completion: { [shell] request, _ in
        shell()?.commandNames(after: request.words) ?? []
      }
    ) { shell, invocation in
      try shell.showHelp(invocation.arguments("COMMAND"))
    }
  }

  @MainActor var format: Command<Environment> {
    let names = OutputFormat.allCases.map(\.rawValue)
    return builtIn(
      "format", "show or set the format of tables",
      arguments: [.optional("FORMAT", OutputFormat.names)],
      options: [
        .flag("no-header", "no names above the columns"), .flag("header", "names again"),
      ],
      discussion: "Every command takes --format FORMAT and --no-header too, for itself alone.",
      examples: ["format csv --no-header"], completion: { _, _ in names }
    ) { shell, invocation in
      var style = shell.output.tableStyle
      if let value = invocation.argument("FORMAT") {
        let name = try value.choice(of: names, named: "the format")
        style = TableStyle(
          format: OutputFormat(rawValue: name) ?? style.format, usesPager: style.usesPager)
      }
      if invocation.flag("header") { style.hasHeader = true }
      if invocation.flag("no-header") { style.hasHeader = false }
      if style == shell.output.tableStyle, invocation.argument("FORMAT") == nil {
        let header = style.hasHeader ? "" : " --no-header"
        return shell.output.answer(style.format.rawValue + header)
      }
      shell.output.tableStyle = style
    }
  }

  @MainActor var source: Command<Environment> {
    builtIn(
      "source", "run the lines of a script",
      arguments: [.required("FILE", "the script; relative to the script that includes it")],
      completion: { request, _ in FileCompletion.candidates(for: request.prefix) }
    ) { shell, invocation in
      let value = try invocation.require("FILE")
      let path = shell.resolve(value.text)
      try await shell.nest {
        let script: FileLineSource
        do throws(ShellError) {
          script = try shell.script(path, name: value.text)
        } catch {
          throw value.error(error.message, hint: error.hint)
        }
        let succeeded = await shell.run(LogicalLineReader(script))
        if !succeeded { throw ShellError("“\(value.text)” failed", kind: .reported) }
      }
    }
  }

  @MainActor var time: Command<Environment> {
    builtIn(
      "time", "run a line, and show how long it took",
      arguments: [.rest("LINE", "a command with its arguments", isRequired: true)],
      parsesOptions: false, examples: ["time echo hello"],
      completion: nil
    ) { shell, invocation in
      guard let rest = invocation.rest else { return }
      let start = ContinuousClock.now
      defer {
        shell.output.answer("time: " + start.elapsed)
      }
      try await shell.nest {
        try await shell.execute(
          invocation.line,
          from: Tokenizer(invocation.line, at: rest.range.lowerBound, column: rest.column))
      }
    }
  }

  @MainActor var echo: Command<Environment> {
    builtIn(
      "echo", "show its words", arguments: [.variadic("WORD")], parsesOptions: false,
      discussion: "On standard error unless the format is table."
    ) { shell, invocation in
      shell.output.answer(invocation.arguments("WORD").map(\.text).joined(separator: " "))
    }
  }

  @MainActor func quit(_ word: String) -> Command<Environment> {
    builtIn(word, "leave the shell") { shell, _ in shell.isLeaving = true }
  }
}

extension Shell {
  func resolve(_ path: String) -> String {
    let expanded = HomeFolder.expanding(path)
    guard !expanded.hasPrefix("/"), let folder = folders.last ?? nil else { return expanded }
    return folder + "/" + expanded
  }
}

extension Shell.BuiltIn {
  @MainActor var completion: Command<Environment> {
    let names = CompletionShell.allCases.map(\.rawValue)
    return builtIn(
      "completion", "write the file that makes a shell complete the program's words",
      arguments: [.required("SHELL", names.joined(separator: ", "))],
      examples: ["completion bash"], completion: { _, _ in names }
    ) { shell, invocation in
      let value = try invocation.require("SHELL")
      let name = try value.choice(of: names, named: "the shell")
      guard let script = CompletionShell(rawValue: name) else { return }
      try shell.output.write(script.script(program: shell.configuration.program.name))
    }
  }

  @MainActor var man: Command<Environment> {
    builtIn("man", "write the program's manual page") { shell, _ in
      let manual = Manual(shell.configuration.program, commands: shell.commands.commands)
      try shell.output.write(manual.page)
    }
  }
}
