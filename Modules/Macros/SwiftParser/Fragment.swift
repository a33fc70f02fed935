/// A piece of source text and where it stands.
public struct Fragment: Equatable, Sendable {
  /// The exact text, with neither white space nor comments around it (inside it they are kept).
  public let text: String
  /// UTF-8 bytes from the start of the scanned text.
  public let offset: Int

  /// Makes a fragment.
  public init(text: String, offset: Int) {
    self.text = text
    self.offset = offset
  }

  /// The bytes it takes in the scanned text.
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
  /// The name itself, without backticks.
  public let text: String
  /// The name as the source has it, with backticks if they are there.
  public let written: String
  /// UTF-8 bytes from the start of the scanned text to ``written``.
  public let offset: Int

  /// Makes a name from its written form.
  public init(written: String, offset: Int) {
    self.written = written
    self.offset = offset
    let isQuoted = written.utf8.count > 2 && written.first == "`" && written.last == "`"
    text = isQuoted ? String(written.dropFirst().dropLast()) : written
  }

  /// Whether a name can follow other letters without backticks around the whole.
  package static func isIdentifier(_ text: String) -> Bool { Lexer.isIdentifier(text) }

  /// Whether the source has it in backticks.
  public var isQuoted: Bool { text != written }

  /// The bytes that the written form takes in the scanned text.
  public var range: Range<Int> {
    offset..<offset + written.utf8.count
  }
}

extension Name: CustomStringConvertible {
  /// The name without backticks.
  public var description: String { text }
}
