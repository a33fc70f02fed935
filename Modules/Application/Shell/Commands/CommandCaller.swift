/// The words by which a person calls a command at the system's shell, such as `appshell` or `strata open STORE`.
///
/// Help and errors show lines as they are written there, so that a person can copy them.
struct CommandCaller: Sendable, Equatable {
  /// The ways in which the program takes a whole line, whose quotes and signs the system's shell would change.
  enum Lines {
    /// Behind `-c`.
    case option
    /// On the standard input, without a command.
    case standardInput
    /// None: its commands are written for the system's shell.
    case none
  }

  /// The words before a command.
  let words: String
  /// The way in which it takes a whole line.
  let lines: Lines

  init(_ words: String, lines: Lines = .option) {
    self.words = words
    self.lines = lines
  }

  /// A command behind the words.
  func call(_ command: String) -> String { "\(words) \(command)" }

  /// A line as it is written at the system's shell.
  ///
  /// - Parameter isRaw: True if the command reads its quotes itself.
  func line(_ line: String, isRaw: Bool) -> String {
    guard lines != .none, Self.isChanged(line, isRaw: isRaw) else { return call(line) }
    let quoted = "'" + line.replacing("'", with: #"'\''"#) + "'"
    return lines == .option ? "\(words) -c \(quoted)" : "echo \(quoted) | \(words)"
  }

  /// True if the system's shell gives a command other words than those of a line. POSIX, Shell Command Language, 2.2.
  private static func isChanged(_ line: String, isRaw: Bool) -> Bool {
    var quote: Character?
    for character in line {
      switch (quote, character) {
      case (nil, "'"), (nil, "\""):
        if isRaw { return true }
        quote = character
      case (nil, _) where "<>*()|&;$#!?[]{}~\\`".contains(character): return true
      case ("\"", "$"), ("\"", "`"), ("\"", "\\"), ("\"", "!"): return true
      case (let open?, _) where open == character: quote = nil
      default: break
      }
    }
    return false
  }
}
