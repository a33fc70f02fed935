public import Foundation

extension ModelDocument {
  /// Reads the text of a model file, the `contents` of an `.xcdatamodel` folder.
  ///
  /// What Xcode compiles can be read. Elements and attributes that aren't known become ``warnings``, and so
  /// does what has an odd form: a flag other than `YES` and `NO` counts as `NO`; a default or limit that is
  /// no value of the attribute's type, or too large for it, is left out of the model, but written again.
  /// `YES` and `NO` are 1 and 0 for an integer, since the editor leaves them where a type was changed.
  ///
  /// - Parameters:
  ///   - contents: The file's text, UTF-8, without declarations of a document type or entities.
  ///   - path: What errors call the file.
  /// - Throws: ``ModelFileError`` with the line, if the text is no model, is damaged, or lacks what a model
  ///   can't be without: names, types that are known, numbers that can be read, one entity or property a
  ///   name.
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
