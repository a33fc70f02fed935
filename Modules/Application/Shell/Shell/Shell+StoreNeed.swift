extension Shell {
  /// The store that an input needs, as far as its words say it.
  ///
  /// A script, standard input and an alias may have any command, and so may a line that can't be parsed: running it
  /// reports why.
  ///
  /// - Parameter aliases: The names of aliases, which stand for other words.
  /// - Returns: The need of the input's command. Nil for a command of the shell itself, which uses no store.
  public static func storeNeed(
    of input: ShellInput, among commands: [Command<Environment>], aliases: [String] = []
  ) -> StoreNeed? {
    var table = CommandTable<Environment>()
    let builtIns = builtInCommands { nil }
    do {
      try table.add(contentsOf: commands + builtIns)
      let found: Command<Environment>?
      switch input {
      case .script, .standardInput: return .any
      case .words(let words):
        if let first = words.first, aliases.contains(first) { return .any }
        found = table.command(Array(words.prefix(2))) ?? table.command(Array(words.prefix(1)))
      case .line(let line):
        var tokenizer = Tokenizer(line)
        var ahead = tokenizer
        if let first = try ahead.next(), aliases.contains(first.text) { return .any }
        found = try table.find(in: &tokenizer)
      }
      guard let found else { return .any }
      // These two run other lines.
      if ["source", "time"].contains(found.name) { return .any }
      return builtIns.contains { $0.name == found.name } ? nil : found.storeNeed
    } catch {
      return .any
    }
  }
}

/// The store that a command needs.
///
/// A program asks for it before it opens the store of its arguments.
public enum StoreNeed: Sendable {
  /// The store may be new: the command can put something into it.
  case any
  /// The store must exist. In a new one there is nothing to show, to change or to delete, so that a mistyped path would
  /// look like lost data.
  case existing
  /// The store may be new or damaged: the command replaces all of it.
  case replaceable
}
