/// An error with its place in a file, where nobody else knows the file.
public struct PlacedError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public let error: ShellError
  /// Where.
  public let place: SourcePlace

  /// An error in a place.
  public init(_ error: ShellError, at place: SourcePlace) {
    self.error = error
    self.place = place
  }

  /// The place and the message.
  public var description: String { "\(place): \(error)" }
}
