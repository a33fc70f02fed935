/// The kind of completions at the cursor among a program's arguments.
public enum ProgramCompletion: Sendable, Equatable {
  /// A list of words.
  case candidates([CompletionCandidate])
  /// The completions behind these words of a command.
  ///
  /// `others` are the program's own leading words, where a command may begin.
  case command([String], others: [CompletionCandidate])

  /// Analyzes a program's arguments.
  ///
  /// - Parameters:
  ///   - words: The complete arguments, without the program's name.
  ///   - prefix: The part of the argument before the cursor.
  ///   - leading: The program's leading words, with their summaries.
  ///   - plugins: The names of the plugins.
  public init(
    _ words: [String], prefix: String, leading: [(word: String, summary: String)],
    plugins: [String]
  ) {
    var rest = words[...]
    while let word = rest.first, word.hasPrefix("-"), word != "-" {
      rest = rest.dropFirst()
      if word == "--" { break }
      guard Self.takesValue(word), !word.contains("=") else { continue }
      if rest.isEmpty {
        self = .candidates(Self.values(of: word, prefix, plugins).matching(prefix))
        return
      }
      rest = rest.dropFirst()
    }
    let isBehindLeading = leading.contains { $0.word == rest.first }
    guard rest.isEmpty || isBehindLeading else {
      self = .command(Array(rest), others: [])
      return
    }
    let options = ProgramOptionsParser.summaries.map { form, summary in
      CompletionCandidate(String(form.prefix { $0 != " " }), summary)
    }
    if prefix.hasPrefix("-"), words.last != "--" {
      self = .candidates(Self.option(prefix, options, plugins).matching(prefix))
    } else if isBehindLeading {
      self = .candidates([])
    } else {
      self = .command([], others: leading.map { CompletionCandidate($0.word, $0.summary) })
    }
  }

  /// Parses the options among complete arguments, up to the first invalid one.
  public static func options(_ words: [String]) -> ProgramOptions {
    var options = ProgramOptions()
    // Errors are ignored while a person types. Running the program reports them.
    try? options.read(words)
    return options
  }

  private static func takesValue(_ option: String) -> Bool {
    ProgramOptionsParser.summaries.contains { $0.0.hasPrefix(option + " ") }
  }

  private static func option(
    _ prefix: String, _ options: [CompletionCandidate], _ plugins: [String]
  ) -> [CompletionCandidate] {
    guard let equals = prefix.firstIndex(of: "=") else { return options }
    let name = String(prefix[..<equals])
    let value = String(prefix[equals...].dropFirst())
    return values(of: name, value, plugins).map { CompletionCandidate(name + "=" + $0.text) }
  }

  private static func values(
    of option: String, _ prefix: String, _ plugins: [String]
  ) -> [CompletionCandidate] {
    let texts: [String] =
      switch option {
      case "--format": OutputFormat.allCases.map(\.rawValue)
      case "--color": ColorChoice.allCases.map(\.rawValue)
      case "--store", "--config", "-f": FileCompletion.candidates(for: prefix)
      case "--plugins", "--without": names(plugins, prefix)
      default: []
      }
    return texts.map { CompletionCandidate($0) }
  }

  // Completes the last of several names that are separated by commas.
  private static func names(_ names: [String], _ prefix: String) -> [String] {
    let before = prefix.lastIndex(of: ",").map { String(prefix[...$0]) } ?? ""
    let given = Set(before.split(separator: ",").map(String.init))
    return names.filter { !given.contains($0) }.map { before + $0 }
  }
}
