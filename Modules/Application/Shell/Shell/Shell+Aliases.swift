extension Shell.BuiltIn {
  @MainActor var alias: Command<Environment> {
    builtIn(
      "alias", "list short names for the beginnings of lines, or set one",
      arguments: [.rest("[NAME [= LINE]]", "the name, and what stands for it")],
      discussion: """
        The words behind the name follow what it stands for. A name may be a command's: within what \
        it stands for it means the command. An alias is forgotten when the program ends, unless the \
        line is in the configuration file.
        """,
      examples: ["alias", "alias today = 'echo it is today'"],
      completion: { [shell] _, _ in shell()?.aliases.names ?? [] }
    ) { shell, invocation in
      guard let rest = invocation.rest else {
        let rows = shell.aliases.names.map { name -> [Cell] in
          [.text(name), Cell(shell.aliases[name])]
        }
        return try shell.output.print(Table(["alias", "line"], rows: rows))
      }
      guard rest.text.contains("=") else {
        let value = ArgumentValue(rest.text, column: rest.column)
        let line = try shell.meaning(of: value)
        return try shell.output.print(
          Table(["alias", "line"], rows: [[.text(rest.text), .text(line)]]))
      }
      let name = try shell.aliases.set(rest)
      // The program ends with a line of the system's shell, and the alias with it.
      guard invocation.line.isOfArguments else { return }
      shell.output.message(
        "\(name) is forgotten with the end of this line; in the configuration file, "
          + "alias \(name) = '\(shell.aliases[name] ?? "")' stays")
    }
  }

  @MainActor var unalias: Command<Environment> {
    builtIn(
      "unalias", "forget an alias", arguments: [.required("NAME", "the alias")],
      completion: { [shell] _, _ in shell()?.aliases.names ?? [] }
    ) { shell, invocation in
      let name = try invocation.require("NAME")
      _ = try shell.meaning(of: name)
      _ = shell.aliases.remove(name.text)
    }
  }
}

extension Shell {
  fileprivate func meaning(of name: ArgumentValue) throws(ShellError) -> String {
    if let line = aliases[name.text] { return line }
    let nearest = NearestName.find(name.text, in: aliases.names).map { "did you mean \($0)?" }
    throw name.error(
      "there is no alias “\(name.text)”", hint: nearest ?? "alias lists them")
  }
}
