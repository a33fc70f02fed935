/// An error with its position in a file.
public struct PlacedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error.
  public let error: ShellError
  /// The position.
  public let place: SourcePlace

  /// Makes an error with its position.
  public init(_ error: ShellError, at place: SourcePlace) {
    self.error = error
    self.place = place
  }

  /// The position and the message.
  public var description: String { "\(place): \(error)" }
}
