extension Invocation {
  /// Returns a call of the same command with other words, which aren't split or unquoted.
  ///
  /// A command that reads its values from elsewhere, such as from a file that a person has edited,
  /// checks them so as those on a line. Columns of errors are those of `words`, joined by blanks.
  ///
  /// - Throws: ``ShellError`` for words that the command doesn't take.
  public func replacing(words: [String]) throws -> Invocation {
    let line = try LogicalLine(words: words)
    return try InvocationParser.parse(
      signature, in: line, at: Tokenizer(line), cancellation: cancellation)
  }
}
