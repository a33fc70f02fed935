/// A piece of source code that the compiler sent.
public struct SyntaxNode: Equatable, Sendable {
  /// The location of a node in the program.
  public struct Location: Equatable, Sendable {
    /// The module and file name, in the form of `#fileID`.
    public var fileID: String
    /// The file's name in the compiler, which diagnostics refer to.
    public var fileName: String
    /// The UTF-8 offset of ``SyntaxNode/source`` from the start of the file.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column in UTF-8 bytes, from 1.
    public var column: Int

    /// Creates a location.
    public init(fileID: String, fileName: String, offset: Int, line: Int, column: Int) {
      self.fileID = fileID
      self.fileName = fileName
      self.offset = offset
      self.line = line
      self.column = column
    }
  }

  /// The kind of node: `declaration`, `attribute`, `expression`, `type`, …
  public var kind: String
  /// The exact text, including the comments and white space before it.
  public var source: String
  /// The location of the text.
  public var location: Location

  /// Creates a node.
  public init(kind: String, source: String, location: Location) {
    self.kind = kind
    self.source = source
    self.location = location
  }

  /// Returns the position of a diagnostic in this node.
  ///
  /// - Parameter offset: The UTF-8 offset from the start of ``source``, as the scanner counts it.
  public func position(at offset: Int) -> Diagnostic.Position {
    Diagnostic.Position(fileName: location.fileName, offset: location.offset + offset)
  }

  /// Returns the range of a diagnostic in this node.
  ///
  /// - Parameter range: The UTF-8 offsets from the start of ``source``, as the scanner counts them.
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
