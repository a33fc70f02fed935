/// Why a piece of source can't be read.
///
/// The scanner never guesses: what it doesn't understand is this error, at the place where its
/// understanding ended.
public struct ScanError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was expected, or what is wrong.
  public let message: String
  /// Where: UTF-8 bytes from the start of the scanned text.
  public let offset: Int

  /// Makes an error.
  public init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  static func tooDeep(at offset: Int) -> ScanError {
    ScanError("this is nested too deep", at: offset)
  }

  /// Whether the source may be right, but goes beyond what the scanner takes upon itself.
  package var isTooDeep: Bool { self == .tooDeep(at: offset) }

  /// The message with the place.
  public var description: String {
    "\(message) (at byte \(offset))"
  }
}
