public import Foundation
public import StrataDescriptions

extension ManagedObjectModel {
  /// Reads a model from a file or folder.
  ///
  ///     let model = try ManagedObjectModel(contentsOf: url)
  ///
  /// It reads the current version of an `.xcdatamodeld` or `.momd` folder, an `.xcdatamodel`
  /// folder, its `contents` file, or a `.mom` file. Anything that isn't understood is ignored. Use
  /// ``ModelDocument`` or ``ArchivedModel`` to get warnings.
  ///
  /// A `.mom` in an `.xcdatamodeld` folder is the version of that name: programs append it to the
  /// location of a model that Xcode would have compiled.
  ///
  /// - Throws: ``ModelFileError``, or `ArchiveError` for a damaged compiled model.
  public init(contentsOf url: URL) throws {
    switch url.pathExtension {
    case "mom" where url.deletingLastPathComponent().pathExtension == "xcdatamodeld":
      let version = url.deletingPathExtension().appendingPathExtension("xcdatamodel")
      self = try ModelDocument(contentsOf: version).model
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
