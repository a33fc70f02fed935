/// The layout of the texts that `help` shows.
enum HelpText {
  /// Formats rows in columns, each as wide as its widest text.
  static func columns(_ rows: [[String]], indent: String) -> String {
    var widths: [Int] = []
    for row in rows {
      for (index, text) in row.enumerated() {
        let width = DisplayWidth.of(text)
        if index < widths.count {
          widths[index] = max(widths[index], width)
        } else {
          widths.append(width)
        }
      }
    }
    return rows.map { row in
      var line = indent
      for (index, text) in row.enumerated() where !text.isEmpty || index + 1 < row.count {
        let blanks = index + 1 < row.count ? widths[index] - DisplayWidth.of(text) + 2 : 0
        line += text + String(repeating: " ", count: blanks)
      }
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// Returns the full help of a command.
  static func of<Environment>(_ command: Command<Environment>) -> String {
    var parts = ["usage: \(command.usage)", command.summary]
    let rows = rows(of: command).map { [$0.form, $0.summary] }
    if !rows.isEmpty { parts.append(columns(rows, indent: "  ")) }
    if !command.discussion.isEmpty { parts.append(command.discussion) }
    if !command.examples.isEmpty {
      parts.append("Examples:\n" + command.examples.map { "  " + $0 }.joined(separator: "\n"))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the command's arguments and options with their summaries.
  static func rows<Environment>(
    of command: Command<Environment>
  ) -> [(form: String, summary: String)] {
    let arguments = command.signature.arguments.filter { !$0.summary.isEmpty }
    return arguments.map { ($0.name, $0.summary) }
      + command.signature.options.map { ($0.form, describe($0)) }
  }

  static func describe(_ option: CommandLineOption) -> String {
    let choices = option.choices.isEmpty ? "" : "one of " + option.choices.joined(separator: ", ")
    let repeated = option.isRepeatable ? "may be repeated" : ""
    return [option.summary, choices, repeated].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// Lists commands under their groups' headings, in the order of the groups' first commands.
  static func list<Environment>(_ commands: [Command<Environment>]) -> String {
    var groups: [String] = []
    for command in commands where !groups.contains(command.group) { groups.append(command.group) }
    let width = commands.map { DisplayWidth.of($0.name) }.max() ?? 0
    return groups.map { group in
      let rows = commands.filter { $0.group == group }.map { command in
        [command.name.padding(to: width), command.summary]
      }
      let heading = group.isEmpty ? "" : group + "\n"
      return heading + columns(rows, indent: "  ")
    }.joined(separator: "\n\n")
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
  }
}
