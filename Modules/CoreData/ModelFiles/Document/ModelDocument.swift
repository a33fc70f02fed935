public import StrataDescriptions

/// A model file: the model, and the model editor's additional data.
///
/// It is the `contents` file in an `.xcdatamodel` folder. If you read a file that the editor wrote
/// and write it again, you get the same text. If you change the document, the file differs only
/// where you changed it.
public struct ModelDocument: Sendable, Hashable {
  /// The model.
  public var model: ManagedObjectModel
  /// The attributes of the file that don't affect the model.
  public var header: Header
  /// The positions of entities in the editor's diagram. Nil if the file has none, as newer files
  /// don't.
  public var diagram: [DiagramElement]?
  /// Descriptions of what the reader didn't understand or had to guess, in the file's order. They
  /// aren't written.
  public var warnings: [ModelFileWarning] = []
  /// Attribute values that the file writes differently than the current editor.
  var spellings: [ElementPlace: [String: Spelling]] = [:]
  /// True if the last line ends with a newline.
  var endsWithNewline = false

  /// Creates a document.
  public init(
    model: ManagedObjectModel, header: Header = Header(), diagram: [DiagramElement]? = nil
  ) {
    self.model = model
    self.header = header
    self.diagram = diagram
  }
}
