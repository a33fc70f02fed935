/// A position in a script, as shown before an error: `script.txt:12:18`.
public struct SourcePlace: Sendable, Equatable, CustomStringConvertible {
  /// The script's name, `<stdin>` or `-c`.
  public var name: String
  /// The line, from 1.
  public var line: Int
  /// The column, from 1, counted in Unicode scalars. Nil if it isn't known.
  public var column: Int?

  /// Makes a position.
  public init(name: String, line: Int, column: Int? = nil) {
    self.name = name
    self.line = line
    self.column = column
  }

  /// `name:line` or `name:line:column`.
  public var description: String {
    column.map { "\(name):\(line):\($0)" } ?? "\(name):\(line)"
  }
}

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
