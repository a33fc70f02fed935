public import StrataDescriptions

/// A model as its file has it: the model, and what else the model editor keeps with it.
///
/// The file is the `contents` of an `.xcdatamodel` folder. What is read and written again is the same text
/// where the editor has written it; a document that a program has changed differs from the file only where
/// it was changed.
public struct ModelDocument: Sendable, Hashable {
  /// The model.
  public var model: ManagedObjectModel
  /// What the file says of itself.
  public var header: Header
  /// Where the entities are in the editor's diagram; nil where the file doesn't say, as newer ones don't.
  public var diagram: [DiagramElement]?
  /// What the reader didn't understand or had to guess, in the order of the file. Isn't written.
  public var warnings: [ModelFileWarning] = []
  /// What the file says in other words than the editor of today.
  var spellings: [ElementPlace: [String: Spelling]] = [:]
  /// Whether the last line has an end.
  var endsWithNewline = false

  /// Makes a document of a model.
  public init(
    model: ManagedObjectModel, header: Header = Header(), diagram: [DiagramElement]? = nil
  ) {
    self.model = model
    self.header = header
    self.diagram = diagram
  }
}
