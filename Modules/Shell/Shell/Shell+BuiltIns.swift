import Foundation

extension Shell {
  func builtInCommands() -> [Command<Environment>] {
    [help, format, source, time, echo, quit("quit"), quit("exit")]
  }

  private func builtIn(
    _ word: String, _ summary: String, arguments: [Argument] = [], parsesOptions: Bool = true,
    discussion: String = "", examples: [String] = [],
    completion: Command<Environment>.Completion? = nil,
    run: @escaping @MainActor (Shell, Invocation) async throws -> Void
  ) -> Command<Environment> {
    Command(
      [word], summary, arguments: arguments, parsesOptions: parsesOptions,
      discussion: discussion, examples: examples, group: "Shell", bypassesEnvironment: true,
      completion: completion
    ) { [weak self] invocation, _ in
      if let self { try await run(self, invocation) }
    }
  }

  private var help: Command<Environment> {
    builtIn(
      "help", "lists the commands, or explains one",
      arguments: [.variadic("COMMAND", "the command's words")], examples: ["help", "help echo"],
      completion: { [weak self] request, _ in
        self?.commandNames(after: request.words) ?? []
      }
    ) { shell, invocation in
      try shell.showHelp(invocation.arguments("COMMAND"))
    }
  }

  private var format: Command<Environment> {
    let names = OutputFormat.allCases.map(\.rawValue)
    return builtIn(
      "format", "says or sets what tables are written as",
      arguments: [.optional("FORMAT", "table, json or csv")], completion: { _, _ in names }
    ) { shell, invocation in
      guard let value = invocation.argument("FORMAT") else {
        return shell.output.answer(shell.output.format.rawValue)
      }
      let name = try value.choice(of: names, named: "the format")
      shell.output.format = OutputFormat(rawValue: name) ?? shell.output.format
    }
  }

  private var source: Command<Environment> {
    builtIn(
      "source", "runs the lines of a script",
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

  private func resolve(_ path: String) -> String {
    let expanded = path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    guard !expanded.hasPrefix("/"), let folder = folders.last ?? nil else { return expanded }
    return folder + "/" + expanded
  }

  private var time: Command<Environment> {
    builtIn(
      "time", "runs a line and says how long it took",
      arguments: [.rest("LINE", "a command with its arguments", isRequired: true)],
      parsesOptions: false, examples: ["time echo hello"],
      completion: nil
    ) { shell, invocation in
      guard let rest = invocation.rest else { return }
      let start = ContinuousClock.now
      defer {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        shell.output.answer("time: " + String(format: "%.3f", seconds) + " s")
      }
      try await shell.nest {
        try await shell.execute(
          invocation.line,
          from: Tokenizer(invocation.line.text, at: rest.range.lowerBound, column: rest.column))
      }
    }
  }

  private var echo: Command<Environment> {
    builtIn(
      "echo", "shows its words", arguments: [.variadic("WORD")], parsesOptions: false,
      discussion: "On standard error when the format is json or csv."
    ) { shell, invocation in
      shell.output.answer(invocation.arguments("WORD").map(\.text).joined(separator: " "))
    }
  }

  private func quit(_ word: String) -> Command<Environment> {
    builtIn(word, "leaves the shell") { shell, _ in shell.isLeaving = true }
  }
}
