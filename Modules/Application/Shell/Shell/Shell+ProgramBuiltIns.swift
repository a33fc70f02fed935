extension Shell.BuiltIn {
  @MainActor var completion: Command<Environment> {
    let names = CompletionShell.allCases.map(\.rawValue)
    return builtIn(
      "completion", "writes the file that makes a shell complete the program's words",
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
    builtIn("man", "writes the program's manual page") { shell, _ in
      let manual = Manual(shell.configuration.program, commands: shell.commands.commands)
      try shell.output.write(manual.page)
    }
  }
}
