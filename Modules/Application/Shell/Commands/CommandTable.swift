/// The commands a shell knows.
public struct CommandTable<Environment: ShellEnvironment>: Sendable {
  private var byName: [String: Command<Environment>] = [:]
  private var secondWords: [String: [String]] = [:]
  private var order: [String] = []

  /// Makes an empty table.
  public init() {}

  /// All commands in the order in which they were added.
  public var commands: [Command<Environment>] { order.compactMap { byName[$0] } }

  /// Adds a command.
  ///
  /// - Throws: ``ShellError`` when there is a command of that name, or the declaration can't work.
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
  /// - Throws: As ``add(_:)``; the commands before the faulty one stay added.
  public mutating func add(
    contentsOf commands: some Sequence<Command<Environment>>
  ) throws(ShellError) {
    for command in commands { try add(command) }
  }

  /// The command of exactly these words.
  public func command(_ words: [String]) -> Command<Environment>? {
    byName[words.joined(separator: " ")]
  }

  /// The commands whose first word is this.
  public func commands(startingWith word: String) -> [Command<Environment>] {
    commands.filter { $0.signature.words[0] == word }
  }

  /// The command with a near name.
  public func nearest(to name: String) -> String? {
    NearestName.find(name, in: order)
  }

  func secondWords(after first: String) -> [String] { secondWords[first] ?? [] }

  /// Finds a line's command, two words before one, and moves past its words.
  ///
  /// - Throws: ``ShellError`` that names the nearest command when there is none.
  /// - Returns: nil for an empty line.
  func find(in tokenizer: inout Tokenizer) throws(ShellError) -> Command<Environment>? {
    guard let first = try tokenizer.next() else { return nil }
    let seconds = secondWords(after: first.text)
    var attempted: Token?
    if !seconds.isEmpty {
      var ahead = tokenizer
      // Words after a one-word command may be in a grammar of their own, with quotes unlike ours.
      attempted = byName[first.text] == nil ? try ahead.next() : try? ahead.next()
      if let second = attempted, let command = byName["\(first.text) \(second.text)"] {
        tokenizer = ahead
        return command
      }
    }
    if let command = byName[first.text] { return command }
    throw unknown(first: first, second: attempted, seconds: seconds)
  }

  /// Makes sure that words of the program's arguments begin with a command's first word.
  ///
  /// - Throws: ``ShellError`` of kind ``ShellError/Kind/programUsage`` that names the nearest one.
  func check(_ words: [String], or others: [String] = []) throws(ShellError) {
    guard let first = words.first, commands(startingWith: first).isEmpty else { return }
    let token = Token(
      text: first, range: first.startIndex..<first.endIndex, column: 1, isQuoted: false)
    var error = unknown(first: token, second: nil, seconds: [], others: others)
    error.kind = .programUsage
    error.column = nil
    throw error
  }

  private func unknown(
    first: Token, second: Token?, seconds: [String], others: [String] = []
  ) -> ShellError {
    guard !seconds.isEmpty else {
      let names = Set(order.map { String($0.prefix { $0 != " " }) } + others).sorted()
      // `list` alone may be any command's second word.
      let whole = order.filter { $0.hasSuffix(" \(first.text)") }
      let hint =
        NearestName.find(first.text, in: names).map { "did you mean \($0)?" }
        ?? (whole.isEmpty
          ? "help lists the commands"
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
