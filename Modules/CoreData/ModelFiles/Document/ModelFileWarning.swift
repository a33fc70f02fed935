/// Something in a model file that wasn't understood, or had to be guessed.
public struct ModelFileWarning: Sendable, Hashable, CustomStringConvertible {
  /// The line on which the element's start tag ends, from 1 on.
  public var line: Int
  /// What it is, and what became of it.
  public var message: String

  /// Makes a warning.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { "\(line): \(message)" }
}
