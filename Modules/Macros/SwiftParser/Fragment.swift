/// A piece of source text with its position.
public struct Fragment: Equatable, Sendable {
  /// The exact text, without white space and comments around it.
  public let text: String
  /// The UTF-8 offset from the start of the scanned text.
  public let offset: Int

  /// Creates a fragment.
  public init(text: String, offset: Int) {
    self.text = text
    self.offset = offset
  }

  /// The range in the scanned text.
  public var range: Range<Int> {
    offset..<offset + text.utf8.count
  }
}

extension Fragment: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

/// A name in a declaration.
public struct Name: Equatable, Sendable {
  /// The name without backticks.
  public let text: String
  /// The name in the source, with backticks if there are any.
  public let written: String
  /// The UTF-8 offset of ``written`` from the start of the scanned text.
  public let offset: Int

  /// Creates a name from its form in the source.
  public init(written: String, offset: Int) {
    self.written = written
    self.offset = offset
    let isQuoted = written.utf8.count > 2 && written.first == "`" && written.last == "`"
    text = isQuoted ? String(written.dropFirst().dropLast()) : written
  }

  /// Returns true if a name can follow other letters in an identifier without backticks.
  package static func isIdentifier(_ text: String) -> Bool { Lexer.isIdentifier(text) }

  /// True if the source has the name in backticks.
  public var isQuoted: Bool { text != written }

  /// The range of ``written`` in the scanned text.
  public var range: Range<Int> {
    offset..<offset + written.utf8.count
  }
}

extension Name: CustomStringConvertible {
  /// The name without backticks.
  public var description: String { text }
}
