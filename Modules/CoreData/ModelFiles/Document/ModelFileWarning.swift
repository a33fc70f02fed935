/// A part of a model file that the reader didn't understand or had to guess.
public struct ModelFileWarning: Sendable, Hashable, CustomStringConvertible {
  /// The line on which the element's start tag ends, starting at 1.
  public var line: Int
  /// The description of the part, and the reader's choice.
  public var message: String

  /// Creates a warning.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { "\(line): \(message)" }
}
