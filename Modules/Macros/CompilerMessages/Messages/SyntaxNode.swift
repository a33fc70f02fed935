/// A piece of source code that the compiler sent.
public struct SyntaxNode: Equatable, Sendable {
  /// Where a node stands in the program.
  public struct Location: Equatable, Sendable {
    /// The module and file name, as `#fileID` gives them.
    public var fileID: String
    /// The file's name as the compiler knows it, which is what diagnostics refer to.
    public var fileName: String
    /// UTF-8 bytes from the start of the file to the start of ``SyntaxNode/source``.
    public var offset: Int
    /// The line, counted from 1.
    public var line: Int
    /// The column in UTF-8 bytes, counted from 1.
    public var column: Int

    /// Makes a location.
    public init(fileID: String, fileName: String, offset: Int, line: Int, column: Int) {
      self.fileID = fileID
      self.fileName = fileName
      self.offset = offset
      self.line = line
      self.column = column
    }
  }

  /// What the compiler takes it for: `declaration`, `attribute`, `expression`, `type`, …
  public var kind: String
  /// The exact text, with the comments and white space in front of it.
  public var source: String
  /// Where the text stands.
  public var location: Location

  /// Makes a node.
  public init(kind: String, source: String, location: Location) {
    self.kind = kind
    self.source = source
    self.location = location
  }

  /// The place of a diagnostic about something in this node.
  ///
  /// - Parameter offset: UTF-8 bytes from the start of ``source``, as the scanner counts them.
  public func position(at offset: Int) -> Diagnostic.Position {
    Diagnostic.Position(fileName: location.fileName, offset: location.offset + offset)
  }

  /// The stretch of text that a diagnostic points at.
  ///
  /// - Parameter range: UTF-8 bytes from the start of ``source``, as the scanner counts them.
  public func range(_ range: Range<Int>) -> Diagnostic.SourceRange {
    Diagnostic.SourceRange(
      fileName: location.fileName,
      startOffset: location.offset + range.lowerBound,
      endOffset: location.offset + range.upperBound)
  }
}

extension SyntaxNode {
  init(json: JSONValue) throws(PluginMessageError) {
    let location = try json.required("location")
    self.init(
      kind: try json.requiredString("kind"),
      source: try json.requiredString("source"),
      location: Location(
        fileID: try location.requiredString("fileID"),
        fileName: try location.requiredString("fileName"),
        offset: try location.requiredInteger("offset"),
        line: try location.requiredInteger("line"),
        column: try location.requiredInteger("column")))
  }
}
