/// A place in a source file that the developer has to look at.
public struct SourceNote: Sendable, Hashable {
  /// The file's path.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The column in UTF-8 bytes, from 1.
  public let column: Int
  /// The problem, and a remedy.
  public let text: String

  init(_ path: String, _ position: (line: Int, column: Int), _ text: String) {
    self.path = path
    line = position.line
    column = position.column
    self.text = text
  }

  func isBefore(_ other: SourceNote) -> Bool { (line, column) < (other.line, other.column) }
}

extension SourceNote: CustomStringConvertible {
  /// The place as compilers write it, and the text.
  public var description: String { "\(path):\(line):\(column): \(text)" }
}
