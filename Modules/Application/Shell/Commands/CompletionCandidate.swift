/// A completion: a word that can be inserted at the cursor.
public struct CompletionCandidate: Sendable, Hashable {
  /// The word, without quotes.
  public let text: String
  /// A summary of a few words, which may be empty.
  public let summary: String

  /// Makes a completion.
  public init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }

  init(_ option: CommandLineOption) { self.init("--" + option.name, option.summary) }
}

extension Sequence<CompletionCandidate> {
  /// Returns the sorted, distinct candidates that begin with a prefix.
  ///
  /// Candidates with control characters are left out, since a terminal would act on them.
  func matching(_ prefix: String) -> [CompletionCandidate] {
    var seen: Set<String> = []
    return filter {
      !$0.text.isEmpty && $0.text.hasPrefix(prefix) && VisibleText.of($0.text) == $0.text
        && seen.insert($0.text).inserted
    }.sorted { $0.text < $1.text }
  }
}

/// The position at which a command completes a line.
public struct CompletionRequest: Sendable, Equatable {
  /// The complete words behind the command's own, without quotes.
  public let words: [String]
  /// The part of the word before the cursor, without quotes.
  public let prefix: String
  /// The name of the option whose value is at the cursor. Nil for an argument.
  public let option: String?
  /// The index of the positional argument at the cursor.
  public let argumentIndex: Int

  /// Makes a position in a line.
  public init(words: [String], prefix: String, option: String?, argumentIndex: Int) {
    self.words = words
    self.prefix = prefix
    self.option = option
    self.argumentIndex = argumentIndex
  }
}
