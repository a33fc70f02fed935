extension CompletionShell {
  /// Returns the completions at the end of a bash line that starts the program, in bash's form.
  ///
  /// - Parameters:
  ///   - line: The line up to the cursor, including the program's name.
  ///   - breaks: bash's `$COMP_WORDBREAKS`.
  ///   - candidates: A function that completes the program's arguments.
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
