extension Shell {
  func showHelp(_ values: [ArgumentValue]) throws {
    guard let first = values.first else { return try showList(commands.commands) }
    let words = values.map(\.text)
    if let command = commands.command(words) { return try showHelp(for: command) }
    let sameFirst = commands.commands(startingWith: first.text)
    if words.count == 1, !sameFirst.isEmpty { return try showList(sameFirst) }
    let name = words.joined(separator: " ")
    let nearest = commands.nearest(to: name).map { "did you mean \($0)?" }
    throw first.error(
      "there is no command “\(name)”",
      hint: nearest ?? "\(commands.caller?.call("help") ?? "help") lists the commands")
  }

  func showHelp(for command: Command<Environment>) throws {
    guard output.format != .table else {
      return output.answer(HelpText.of(command, width: output.width))
    }
    try showList([command])
  }

  private func showList(_ commands: [Command<Environment>]) throws {
    guard output.format != .table else {
      let help = "help COMMAND"
      output.answer(
        HelpText.list(commands, width: output.width)
          + "\n\n\(self.commands.caller?.call(help) ?? help) explains a command.")
      return
    }
    let rows = commands.map { command -> [Cell] in
      [.text(command.name), .text(command.group), .text(command.summary), .text(command.usage)]
    }
    try output.print(Table(["command", "group", "summary", "usage"], rows: rows))
  }
}
