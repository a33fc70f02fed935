extension Shell {
  /// Completes the end of a line: commands, options and values.
  ///
  /// - Parameter line: The line up to the cursor.
  public func completions(for line: String) -> Completions {
    let cursor = CursorWord(line)
    let candidates = candidates(words: cursor.words, prefix: cursor.prefix)
      .map { cursor.quoted($0.text) }
    return Completions(line: line, start: cursor.start, candidates: candidates)
  }

  /// Returns the completions behind some words that begin with `prefix`.
  public func candidates(words: [String], prefix: String) -> [CompletionCandidate] {
    var words = expanded(words)[...]
    while words.first == "time" { words = words.dropFirst() }
    return candidates(words, prefix).matching(prefix)
  }

  private func candidates(
    _ words: ArraySlice<String>, _ prefix: String
  ) -> [CompletionCandidate] {
    guard let first = words.first else {
      let aliases = self.aliases.names.map { CompletionCandidate($0, self.aliases[$0] ?? "") }
      return firstWords() + aliases
    }
    if words.count >= 2, let command = commands.command([first, words[words.startIndex + 1]]) {
      return candidates(command, Array(words.dropFirst(2)), prefix)
    }
    let seconds = words.count == 1 ? secondWords(after: first) : []
    guard let command = commands.command([first]) else { return seconds }
    return seconds + candidates(command, Array(words.dropFirst()), prefix)
  }

  // Replaces an alias at the beginning of the words, repeatedly.
  private func expanded(_ words: [String]) -> [String] {
    var words = words
    var expanding: Set<String> = []
    while let first = words.first, let line = aliases[first], expanding.insert(first).inserted,
      // The alias was parsed when it was set, so this can't fail.
      let tokens = try? Tokenizer.tokens(in: line)
    {
      words.replaceSubrange(0..<1, with: tokens.map(\.text))
    }
    return words
  }

  private func firstWords() -> [CompletionCandidate] {
    commands.commands.map {
      CompletionCandidate(
        $0.signature.words[0], $0.signature.words.count == 1 ? $0.summary : $0.group)
    }
  }

  private func secondWords(after first: String) -> [CompletionCandidate] {
    commands.commands(startingWith: first).filter { $0.signature.words.count == 2 }
      .map { CompletionCandidate($0.signature.words[1], $0.summary) }
  }

  /// Returns the next words of the commands that begin with `words`.
  func commandNames(after words: [String]) -> [String] {
    switch words.count {
    case 0: firstWords().map(\.text)
    case 1: secondWords(after: words[0]).map(\.text)
    default: []
    }
  }

  private func candidates(
    _ command: Command<Environment>, _ words: [String], _ prefix: String
  ) -> [CompletionCandidate] {
    var place = CompletionPlace(command.signature, words, prefix)
    if let option = place.optionWithValue {
      let before = "--\(option.name)="
      place = CompletionPlace(command.signature, words + ["--" + option.name], place.value)
      return values(command, place).map { CompletionCandidate(before + $0.text, $0.summary) }
    }
    return place.isOption ? place.options : values(command, place)
  }

  private func values(
    _ command: Command<Environment>, _ place: CompletionPlace
  ) -> [CompletionCandidate] {
    if let awaited = place.awaited, !awaited.choices.isEmpty {
      return awaited.choices.map { CompletionCandidate($0) }
    }
    let found = command.completion?(place.request, environment) ?? []
    return found.map { CompletionCandidate($0) }
  }
}
