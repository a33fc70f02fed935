/// An error, warning or note that the compiler shows at a position in the user's source.
public struct Diagnostic: Equatable, Sendable {
  /// The severity.
  ///
  /// An error fails the build.
  public enum Severity: String, Sendable {
    case error, warning, note, remark
  }

  /// A position in a file.
  public struct Position: Equatable, Sendable {
    /// The file's name, as in ``SyntaxNode/Location/fileName``.
    public var fileName: String
    /// The UTF-8 offset from the start of the file.
    public var offset: Int

    /// Creates a position.
    public init(fileName: String, offset: Int) {
      self.fileName = fileName
      self.offset = offset
    }
  }

  /// A range in a file.
  public struct SourceRange: Equatable, Sendable {
    /// The file's name, as in ``SyntaxNode/Location/fileName``.
    public var fileName: String
    /// The UTF-8 offset of the first byte from the start of the file.
    public var startOffset: Int
    /// The UTF-8 offset after the last byte from the start of the file.
    public var endOffset: Int

    /// Creates a range.
    public init(fileName: String, startOffset: Int, endOffset: Int) {
      self.fileName = fileName
      self.startOffset = startOffset
      self.endOffset = endOffset
    }
  }

  /// A remark about another position that belongs to a diagnostic.
  public struct Note: Equatable, Sendable {
    /// The position that the note is about.
    public var position: Position
    /// The note's text.
    public var message: String

    /// Creates a note.
    public init(position: Position, message: String) {
      self.position = position
      self.message = message
    }
  }

  /// A correction that an editor can offer.
  public struct FixIt: Equatable, Sendable {
    /// A replacement of text.
    public struct Change: Equatable, Sendable {
      /// The range to replace.
      ///
      /// An empty range inserts.
      public var range: SourceRange
      /// The text to insert.
      public var newText: String

      /// Creates a change.
      public init(range: SourceRange, newText: String) {
        self.range = range
        self.newText = newText
      }
    }

    /// A description of the correction.
    public var message: String
    /// The changes, which an editor applies together.
    public var changes: [Change]

    /// Creates a fix-it.
    public init(message: String, changes: [Change]) {
      self.message = message
      self.changes = changes
    }
  }

  /// The message: what is wrong and what to do about it.
  public var message: String
  /// The severity.
  public var severity: Severity
  /// The position in the source.
  public var position: Position
  /// The ranges to underline.
  public var highlights: [SourceRange]
  /// Remarks about other positions.
  public var notes: [Note]
  /// Corrections that an editor can offer.
  public var fixIts: [FixIt]

  /// Creates a diagnostic.
  public init(
    _ message: String, severity: Severity = .error, at position: Position,
    highlights: [SourceRange] = [], notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.message = message
    self.severity = severity
    self.position = position
    self.highlights = highlights
    self.notes = notes
    self.fixIts = fixIts
  }
}
