/// The completions in bash's form: readline replaces only a part of the word at the cursor.
enum BashCompletion {
  /// Converts candidates to the replacements that readline expects.
  ///
  /// - Parameters:
  ///   - word: The word at the cursor as it was typed.
  ///   - breaks: The characters that separate words for readline, `$COMP_WORDBREAKS`.
  static func replacements(for candidates: [String], word: String, breaks: String) -> [String] {
    switch word.first {
    // Inside quotes readline replaces the text behind the quote, and closes the quote itself.
    case "'": return candidates.map { $0.replacing("'", with: #"'\''"#) }
    case "\"":
      return candidates.map { candidate in
        String(candidate.flatMap { "\\\"$`".contains($0) ? ["\\", $0] : [$0] })
      }
    default:
      let kept = word.lastIndex { breaks.contains($0) && "=:,".contains($0) }
      let typed = kept.map { String(word[...$0]) } ?? ""
      return candidates.map { candidate in
        quoted(candidate.hasPrefix(typed) ? String(candidate.dropFirst(typed.count)) : candidate)
      }
    }
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { character in
      character.isLetter || character.isNumber || "_./:=,@%+-".contains(character)
    }
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}

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
