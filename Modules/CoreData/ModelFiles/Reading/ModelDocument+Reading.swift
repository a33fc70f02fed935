public import Foundation

extension ModelDocument {
  /// Reads the text of a model file, the `contents` of an `.xcdatamodel` folder.
  ///
  /// It reads every file that Xcode compiles. Unknown elements and attributes result in
  /// ``warnings``, as do unusual values:
  ///
  /// - A flag other than `YES` and `NO` counts as `NO`.
  /// - A default or limit that isn't of the attribute's type, or out of its range, is left out of
  ///   the model but written again.
  /// - `YES` and `NO` are 1 and 0 for an integer, since the editor doesn't convert them when a type
  ///   is changed.
  ///
  /// - Parameters:
  ///   - contents: The file's text in UTF-8, without declarations of document types or entities.
  ///   - path: The file's name in errors.
  /// - Throws: ``ModelFileError`` with the line if the text isn't a model, is damaged, or lacks
  ///   something essential: names, known types, valid numbers, and unique names of entities and
  ///   properties.
  /// - Complexity: O(size of the text), which is limited to 8 MB and 200,000 elements.
  public init(contents: Data, path: String = "contents") throws(ModelFileError) {
    let root = try ElementParser.root(of: ModelText(contents, path: path), path: path)
    guard root.name == ElementKind.model.rawValue else {
      throw .notAModel(path: path, reason: "its element is “\(root.name)”, not “model”")
    }
    var reader = ModelReader(path: path)
    try reader.read(root)
    self = reader.document
    warnings = reader.warnings.sorted { $0.line < $1.line }
    endsWithNewline = contents.last == UInt8(ascii: "\n")
  }
}
