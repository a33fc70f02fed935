/// The commands of a shell, by their words.
public struct CommandTable<Environment: ShellEnvironment>: Sendable {
  private var byName: [String: Command<Environment>] = [:]
  private var secondWords: [String: [String]] = [:]
  private var order: [String] = []
  /// The words before a command at the system's shell, or nil at a prompt and in a script.
  var caller: CommandCaller?

  /// Makes an empty table.
  public init() {}

  /// All commands, in the order in which they were added.
  public var commands: [Command<Environment>] { order.compactMap { byName[$0] } }

  /// Adds a command.
  ///
  /// - Throws: ``ShellError`` if a command of that name exists or the declaration is invalid.
  public mutating func add(_ command: Command<Environment>) throws(ShellError) {
    try command.signature.validate()
    let name = command.name
    guard byName[name] == nil else {
      throw ShellError(
        "there are two commands called “\(name)”", hint: "leave out one of the plugins they are in")
    }
    byName[name] = command
    order.append(name)
    let words = command.signature.words
    if words.count == 2 { secondWords[words[0], default: []].append(words[1]) }
  }

  /// Adds several commands.
  ///
  /// - Throws: The errors of ``add(_:)``. The commands before the invalid one stay in the table.
  public mutating func add(
    contentsOf commands: some Sequence<Command<Environment>>
  ) throws(ShellError) {
    for command in commands { try add(command) }
  }

  /// Returns the command with exactly these words.
  public func command(_ words: [String]) -> Command<Environment>? {
    called(byName[words.joined(separator: " ")])
  }

  /// Returns the commands with a first word.
  public func commands(startingWith word: String) -> [Command<Environment>] {
    commands.filter { $0.signature.words[0] == word }
  }

  /// Returns the name of the command with the nearest spelling, if one is near enough.
  public func nearest(to name: String) -> String? {
    NearestName.find(name, in: order)
  }

  /// A command as it is called here.
  private func called(_ command: Command<Environment>?) -> Command<Environment>? {
    var command = command
    command?.signature.caller = caller
    return command
  }

  func secondWords(after first: String) -> [String] { secondWords[first] ?? [] }

  /// Finds a line's command, preferring two words over one, and moves behind its words.
  ///
  /// - Parameter meaning: Returns what a first word may mean that is no command's.
  /// - Throws: ``ShellError`` with the nearest command if there is none.
  /// - Returns: The command. Nil for an empty line.
  func find(
    in tokenizer: inout Tokenizer, meaning: (_ word: String) -> String? = { _ in nil }
  ) throws(ShellError) -> Command<Environment>? {
    guard let first = try tokenizer.next() else { return nil }
    let seconds = secondWords(after: first.text)
    var attempted: Token?
    if !seconds.isEmpty {
      var ahead = tokenizer
      // Behind a one-word command may follow another grammar, in which quotes needn't be closed.
      attempted = byName[first.text] == nil ? try ahead.next() : try? ahead.next()
      if let second = attempted, let command = byName["\(first.text) \(second.text)"] {
        tokenizer = ahead
        return called(command)
      }
    }
    if let command = byName[first.text] { return called(command) }
    throw unknown(first: first, second: attempted, seconds: seconds, meaning: meaning)
  }

  /// Throws unless the program's arguments begin with the first word of a command.
  ///
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/programUsage`` with the nearest word.
  func check(_ words: [String], or others: [String] = []) throws(ShellError) {
    guard let first = words.first, commands(startingWith: first).isEmpty else { return }
    let token = Token(
      text: first, range: first.startIndex..<first.endIndex, column: 1, isQuoted: false)
    var error = unknown(first: token, second: nil, seconds: [], others: others)
    error.kind = .programUsage
    error.column = nil
    throw error
  }

  /// Words that people type out of habit with other programs, and the second words of commands here
  /// that mean the same.
  private static var habits: [String: String] {
    [
      "ls": "list", "rm": "delete", "remove": "delete", "new": "add", "create": "add",
      "mv": "rename",
    ]
  }

  private func unknown(
    first: Token, second: Token?, seconds: [String], others: [String] = [],
    meaning: (_ word: String) -> String? = { _ in nil }
  ) -> ShellError {
    guard !seconds.isEmpty else {
      let names = Set(order.map { String($0.prefix { $0 != " " }) } + others).sorted()
      // A single word such as `list` may be the second word of several commands.
      let habit = Self.habits[first.text]
      let whole = order.filter { $0.hasSuffix(" \(habit ?? first.text)") }
      let nearest = habit == nil ? NearestName.find(first.text, in: names) : nil
      // A whole line in quotes is one word.
      let word = first.text.prefix { $0 != " " }
      let isLine = word.count < first.text.count && names.contains(String(word))
      let hint =
        (isLine ? "leave out the quotes around the line" : nil)
        ?? meaning(first.text) ?? nearest.map { "did you mean \($0)?" }
        ?? (whole.isEmpty
          ? "\(caller?.call("help") ?? "help") lists the commands"
          : whole.count == 1
            ? "did you mean \(whole[0])?" : "one of: \(whole.joined(separator: ", "))")
      return ShellError(
        "there is no command “\(first.text)”", hint: hint, column: first.column, kind: .usage)
    }
    let list = "one of: " + seconds.map { "\(first.text) \($0)" }.joined(separator: ", ")
    guard let second else {
      return ShellError(
        "“\(first.text)” needs a second word", hint: list, column: first.column, kind: .usage)
    }
    let nearest = NearestName.find(second.text, in: seconds)
    return ShellError(
      "there is no command “\(first.text) \(second.text)”",
      hint: nearest.map { "did you mean \(first.text) \($0)?" } ?? list, column: second.column,
      kind: .usage)
  }
}
