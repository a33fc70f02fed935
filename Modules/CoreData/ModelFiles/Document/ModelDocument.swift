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

/// The position of an entity in the model editor's diagram, in points.
public struct DiagramElement: Sendable, Hashable {
  /// The entity's name.
  public var entityName: String
  /// The distance of the left edge from the center.
  public var x: Double
  /// The distance of the top edge from the center.
  public var y: Double
  /// The width of the entity's box.
  public var width: Double
  /// The height of the entity's box.
  public var height: Double

  /// Creates a position.
  public init(entityName: String, x: Double, y: Double, width: Double, height: Double) {
    self.entityName = entityName
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension ModelDocument {
  /// The attributes of a model file that don't affect the model.
  public struct Header: Sendable, Hashable {
    /// The type of the file, which is always the same.
    public var type: String? = "com.apple.IDECoreDataModeler.DataModel"
    /// The version of the file's format.
    public var documentVersion: String? = "1.0"
    /// The build of the editor that wrote the file.
    public var lastSavedToolsVersion: String? = "23605"
    /// The build of the system that the editor ran on.
    public var systemVersion: String? = "24D81"
    /// The oldest editor version that can read the file.
    public var minimumToolsVersion: String? = "Automatic"
    /// The language of the source that the editor generates: `Swift` or `Objective-C`.
    public var sourceLanguage: String? = "Swift"
    /// True if the developer marked the model as used with CloudKit.
    public var usedWithCloudKit = false
    /// True if the developer marked the model as used with SwiftData.
    public var usedWithSwiftData = false
    /// The oldest macOS version that the model supports.
    public var macOSVersion: String?
    /// The oldest iOS version that the model supports.
    public var iOSVersion: String?
    /// The model's name, which only very old files have.
    public var name: String?

    /// Creates the header of a new file.
    public init() {}
  }
}

/// A part of a model file that the reader didn't understand or had to guess.
public struct ModelFileWarning: Sendable, Hashable, CustomStringConvertible {
  /// The line on which the element's start tag ends, starting at 1.
  public var line: Int
  /// The description of the part, and the reader's choice.
  public var message: String

  /// Creates a warning.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// The line and the message.
  public var description: String { "\(line): \(message)" }
}
