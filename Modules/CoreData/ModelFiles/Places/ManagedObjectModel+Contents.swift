public import Foundation
public import StrataDescriptions

extension ManagedObjectModel {
  /// Reads a model from where it is: an `.xcdatamodeld` folder or a `.momd` folder, of which it is the current
  /// version, an `.xcdatamodel` folder, its `contents`, or a `.mom` file.
  ///
  /// What the file says and nobody here understands is passed over; ``ModelDocument`` and ``ArchivedModel``
  /// have it as warnings.
  ///
  /// - Throws: ``ModelFileError``; `ArchiveError` for a compiled model that is damaged.
  public init(contentsOf url: URL) throws {
    switch url.pathExtension {
    case "mom": self = try ArchivedModel(contentsOf: url).model
    case "momd":
      let compiled = try CompiledModel(contentsOf: url)
      guard let name = compiled.currentVersionName else {
        throw ModelFileError.noCurrentVersion(path: url.path, versions: compiled.versionNames)
      }
      self = try compiled.version(named: name).model
    default: self = try ModelDocument(contentsOf: url).model
    }
  }
}
