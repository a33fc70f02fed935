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
