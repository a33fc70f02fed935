extension Shell {
  /// What may stand at the end of a line: commands, options, values.
  ///
  /// - Parameter line: The line up to the cursor.
  public func completions(for line: String) -> Completions {
    let cursor = CursorWord(line)
    let candidates = candidates(words: cursor.words, prefix: cursor.prefix)
      .filter { $0.hasPrefix(cursor.prefix) && $0 != "" }
      // The terminal would act on a control character in a name.
      .filter { VisibleText.of($0) == $0 }
      .map { cursor.quoted($0) }
    return Completions(
      line: line, start: cursor.start, candidates: Array(Set(candidates)).sorted())
  }

  private func candidates(words: [String], prefix: String) -> [String] {
    var words = words[...]
    while words.first == "time" { words = words.dropFirst() }
    guard let first = words.first else { return commandNames(after: []) + aliases.names }
    if words.count >= 2, let command = commands.command([first, words[words.startIndex + 1]]) {
      return candidates(command, Array(words.dropFirst(2)), prefix)
    }
    let seconds = words.count == 1 ? commandNames(after: [first]) : []
    guard let command = commands.command([first]) else { return seconds }
    return seconds + candidates(command, Array(words.dropFirst()), prefix)
  }

  func commandNames(after words: [String]) -> [String] {
    switch words.count {
    case 0: commands.commands.map { $0.signature.words[0] }
    case 1: commands.secondWords(after: words[0])
    default: []
    }
  }

  private func candidates(
    _ command: Command<Environment>, _ words: [String], _ prefix: String
  ) -> [String] {
    let signature = command.signature
    var awaited: CommandLineOption?
    var argumentIndex = 0
    for word in words {
      if awaited != nil {
        awaited = nil
      } else if signature.parsesOptions, word.hasPrefix("--") {
        let option = signature.option(named: String(word.dropFirst(2)))
        awaited = option?.valueName == nil ? nil : option
      } else {
        argumentIndex += 1
      }
    }
    if awaited == nil, signature.parsesOptions, prefix.hasPrefix("-") {
      return signature.options
        .filter { $0.isRepeatable || !words.contains("--\($0.name)") }
        .map { "--\($0.name)" }
    }
    if let awaited, !awaited.choices.isEmpty { return awaited.choices }
    let request = CompletionRequest(
      words: words, prefix: prefix, option: awaited?.name, argumentIndex: argumentIndex)
    return command.completion?(request, environment) ?? []
  }
}
