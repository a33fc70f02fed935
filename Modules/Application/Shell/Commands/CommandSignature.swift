/// The form of a command's calls: its words, arguments and options.
public struct CommandSignature: Sendable, Equatable {
  /// One or two words, such as `item add`.
  public let words: [String]
  /// The positional arguments.
  public let arguments: [Argument]
  /// The options, which may stand anywhere behind the words.
  public let options: [CommandLineOption]
  /// True if words that begin with dashes are options. If false they are plain words.
  public let parsesOptions: Bool

  /// The words before a command at the system's shell, or nil at a prompt and in a script.
  var caller: CommandCaller?

  /// The words, joined by a blank.
  public var name: String { words.joined(separator: " ") }

  /// The usage line, such as `item add NAME --kind KIND [--tag T]...`.
  public var usage: String {
    let last = arguments.filter(\.isRest)
    let first = arguments.filter { !$0.isRest }
    let parts = words + first.map(\.usage) + options.map(\.usage) + last.map(\.usage)
    let line = parts.joined(separator: " ")
    return caller?.call(line) ?? line
  }

  /// Validates the declaration.
  ///
  /// - Throws: ``ShellError`` with the command and what is wrong with it.
  func validate() throws(ShellError) {
    func fault(_ what: String) -> ShellError {
      ShellError("the command “\(name)” is declared wrongly: \(what)")
    }
    let isWord = { (word: String) in
      !word.isEmpty && !word.hasPrefix("-") && !word.hasPrefix("#")
        && !word.unicodeScalars.contains { Tokenizer.isBlank($0) || $0 == "'" || $0 == "\"" }
    }
    guard (1...2).contains(words.count), words.allSatisfy(isWord) else {
      throw fault("it needs one or two plain words")
    }
    for (argument, next) in zip(arguments, arguments.dropFirst()) {
      if argument.takesSeveralWords {
        throw fault("\(argument.name) takes all words and must be the last argument")
      }
      if !argument.isRequired, next.isRequired {
        throw fault("\(next.name) is required and must stand before \(argument.name)")
      }
    }
    guard Set(arguments.map(\.name)).count == arguments.count else {
      throw fault("two arguments have the same name")
    }
    guard Set(options.map(\.name)).count == options.count else {
      throw fault("two options have the same name")
    }
  }

  func option(named name: String) -> CommandLineOption? {
    options.first { $0.name == name }
  }

  func usageError(
    _ message: String, hint: String? = nil, column: Int? = nil
  ) -> ShellError {
    let lines = [hint, "usage: \(usage)"].compactMap { $0 }
    return ShellError(
      message, hint: lines.joined(separator: "\n"), column: column, kind: .usage)
  }
}
