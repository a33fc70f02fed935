extension CompletionShell {
  /// What may stand at the end of a line of bash that starts the program, as bash wants it.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor, the program's name included.
  ///   - breaks: bash's `$COMP_WORDBREAKS`.
  ///   - candidates: What may stand behind words, the program's name left out.
  public static func bashCompletions(
    for line: String, breaks: String,
    _ candidates: (_ words: [String], _ prefix: String) throws -> [CompletionCandidate]
  ) rethrows -> [String] {
    let cursor = CursorWord(line)
    let found = try candidates(Array(cursor.words.dropFirst()), cursor.prefix)
    let start = line.utf8.index(line.startIndex, offsetBy: cursor.start)
    return BashCompletion.replacements(
      for: found.map(\.text), word: String(line[start...]), breaks: breaks)
  }
}
