/// An error, warning or note that the compiler shows at a place in the user's source.
public struct Diagnostic: Equatable, Sendable {
  /// How bad it is; an error fails the build.
  public enum Severity: String, Sendable {
    case error, warning, note, remark
  }

  /// A place in a file.
  public struct Position: Equatable, Sendable {
    /// The file, as ``SyntaxNode/Location/fileName`` has it.
    public var fileName: String
    /// UTF-8 bytes from the start of the file.
    public var offset: Int

    /// Makes a position.
    public init(fileName: String, offset: Int) {
      self.fileName = fileName
      self.offset = offset
    }
  }

  /// A stretch of a file.
  public struct SourceRange: Equatable, Sendable {
    /// The file, as ``SyntaxNode/Location/fileName`` has it.
    public var fileName: String
    /// UTF-8 bytes from the start of the file to the first byte.
    public var startOffset: Int
    /// UTF-8 bytes from the start of the file to behind the last byte.
    public var endOffset: Int

    /// Makes a range.
    public init(fileName: String, startOffset: Int, endOffset: Int) {
      self.fileName = fileName
      self.startOffset = startOffset
      self.endOffset = endOffset
    }
  }

  /// A remark that belongs to a diagnostic and points somewhere else.
  public struct Note: Equatable, Sendable {
    /// Where it points.
    public var position: Position
    /// What it says.
    public var message: String

    /// Makes a note.
    public init(position: Position, message: String) {
      self.position = position
      self.message = message
    }
  }

  /// A way to mend the fault that an editor can offer.
  public struct FixIt: Equatable, Sendable {
    /// A piece of text to put in another's place.
    public struct Change: Equatable, Sendable {
      /// What to replace; empty to insert.
      public var range: SourceRange
      /// What to put there.
      public var newText: String

      /// Makes a change.
      public init(range: SourceRange, newText: String) {
        self.range = range
        self.newText = newText
      }
    }

    /// What it does.
    public var message: String
    /// The changes, which belong together.
    public var changes: [Change]

    /// Makes a fix-it.
    public init(message: String, changes: [Change]) {
      self.message = message
      self.changes = changes
    }
  }

  /// What is wrong and what to do about it.
  public var message: String
  /// How bad it is.
  public var severity: Severity
  /// Where.
  public var position: Position
  /// Text to underline.
  public var highlights: [SourceRange]
  /// Remarks about other places.
  public var notes: [Note]
  /// Ways to mend it.
  public var fixIts: [FixIt]

  /// Makes a diagnostic.
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
