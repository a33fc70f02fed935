/// A word that may stand at the cursor.
public struct CompletionCandidate: Sendable, Hashable {
  /// The word, without quotes.
  public let text: String
  /// What it is, in a few words; empty where that is plain.
  public let summary: String

  /// A word.
  public init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }

  init(_ option: CommandLineOption) { self.init("--" + option.name, option.summary) }
}

extension Sequence<CompletionCandidate> {
  /// Those that begin as typed, each once and in order; none that a terminal would act on.
  func matching(_ prefix: String) -> [CompletionCandidate] {
    var seen: Set<String> = []
    return filter {
      !$0.text.isEmpty && $0.text.hasPrefix(prefix) && VisibleText.of($0.text) == $0.text
        && seen.insert($0.text).inserted
    }.sorted { $0.text < $1.text }
  }
}
