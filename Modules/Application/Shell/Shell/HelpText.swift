/// The layout of the texts that `help` shows. A width is that of the terminal in columns, or nil for lines of any length.
public enum HelpText {
  /// Formats rows in columns, each as wide as its widest text. The last one is wrapped.
  public static func columns(
    _ rows: [[String]], indent: String, width limit: Int? = nil
  ) -> String {
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
      let start = DisplayWidth.of(indent) + widths.dropLast().reduce(0) { $0 + $1 + 2 }
      return wrapped(line, width: limit, indent: start)
    }.joined(separator: "\n")
  }

  /// Breaks lines between words so that they fit a width. Lines that continue are indented. A word that doesn't fit has a
  /// line of its own.
  public static func wrapped(_ text: String, width: Int?, indent: Int = 0) -> String {
    guard let width, width >= indent + 20 else { return text }
    let blanks = String(repeating: " ", count: indent)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var lines: [String] = []
      var current = ""
      var isEmpty = true
      for piece in pieces(line) {
        let word = piece.drop { $0 == " " }
        if !isEmpty, DisplayWidth.of(current + piece) > width {
          lines.append(current)
          current = blanks + word
        } else {
          current += piece
        }
        isEmpty = false
      }
      return (lines + [current]).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The words of a line, each with the blanks before it, which line up columns.
  private static func pieces(_ line: Substring) -> [String] {
    var result: [String] = []
    for character in line {
      if result.isEmpty || character == " " && result[result.count - 1].last != " " {
        result.append("")
      }
      result[result.count - 1].append(character)
    }
    return result
  }

  /// Returns the full help of a command.
  static func of<Environment>(_ command: Command<Environment>, width: Int? = nil) -> String {
    var parts = [
      wrapped("usage: \(command.usage)", width: width, indent: 7),
      wrapped(command.summary, width: width),
    ]
    let rows = rows(of: command).map { [$0.form, $0.summary] }
    if !rows.isEmpty { parts.append(columns(rows, indent: "  ", width: width)) }
    if !command.discussion.isEmpty { parts.append(wrapped(command.discussion, width: width)) }
    if !command.examples.isEmpty {
      let isRaw = command.signature.arguments.contains(where: \.isRest)
      let lines = command.examples.map { line in
        "  " + (command.signature.caller?.line(line, isRaw: isRaw) ?? line)
      }
      parts.append("Examples:\n" + lines.joined(separator: "\n"))
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
  static func list<Environment>(
    _ commands: [Command<Environment>], width limit: Int? = nil
  ) -> String {
    var groups: [String] = []
    for command in commands where !groups.contains(command.group) { groups.append(command.group) }
    let width = commands.map { DisplayWidth.of($0.name) }.max() ?? 0
    return groups.map { group in
      let rows = commands.filter { $0.group == group }.map { command in
        [command.name.padding(to: width), command.summary]
      }
      let heading = group.isEmpty ? "" : group + "\n"
      return heading + columns(rows, indent: "  ", width: limit)
    }.joined(separator: "\n\n")
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - DisplayWidth.of(self)))
  }
}
