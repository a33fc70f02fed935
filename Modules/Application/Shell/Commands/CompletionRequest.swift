/// What a command needs to know to say what may stand at the cursor.
public struct CompletionRequest: Sendable, Equatable {
  /// The finished words after the command's own, quotes removed.
  public let words: [String]
  /// The beginning of the word at the cursor, quotes removed.
  public let prefix: String
  /// The option whose value stands at the cursor, without its dashes; nil for an argument.
  public let option: String?
  /// The index of the positional argument at the cursor.
  public let argumentIndex: Int

  /// Describes a place in a line.
  public init(words: [String], prefix: String, option: String?, argumentIndex: Int) {
    self.words = words
    self.prefix = prefix
    self.option = option
    self.argumentIndex = argumentIndex
  }
}
