/// The error for source that can't be parsed.
///
/// The scanner never guesses. It throws this error at the position from which it doesn't understand
/// the source.
public struct ScanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The expected token, or a description of the error.
  public let message: String
  /// The UTF-8 offset from the start of the scanned text.
  public let offset: Int

  /// Creates an error.
  public init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  static func tooDeep(at offset: Int) -> ScanError {
    ScanError("this is nested too deep", at: offset)
  }

  /// True if the source may be valid, but exceeds a limit of the scanner.
  package var isTooDeep: Bool { self == .tooDeep(at: offset) }

  /// The message with the position.
  public var description: String {
    "\(message) (at byte \(offset))"
  }
}
