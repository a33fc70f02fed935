public import Foundation
public import StrataArchives
public import StrataDescriptions

/// A model in Core Data's archived form, as stores and compiled model files contain it.
///
/// An archive doesn't preserve the order of declarations: entities and properties are sorted by
/// name. It also lacks what only source files have, such as which numbers are scalars in generated
/// classes.
public struct ArchivedModel: Sendable, Hashable {
  /// The model.
  public var model: ManagedObjectModel
  /// Descriptions of content that the model can't represent or that isn't understood.
  public var warnings: [Warning]

  /// Creates an archived model.
  public init(model: ManagedObjectModel, warnings: [Warning] = []) {
    self.model = model
    self.warnings = warnings
  }

  /// A part of an archive that the model doesn't contain.
  public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// The entity and property, such as `Book.title`. Empty for the model itself.
    public var place: String
    /// The description of the part.
    public var message: String

    /// Makes a warning.
    public init(place: String, message: String) {
      self.place = place
      self.message = message
    }

    /// The place and the message.
    public var description: String { place.isEmpty ? message : "\(place): \(message)" }
  }
}

extension ArchivedModel {
  /// Reads the model embedded in a store: the content of its table `Z_MODELCACHE`, a compressed
  /// archive.
  ///
  /// - Throws: `ArchiveError` if the data isn't an archive of a model, is damaged or too large.
  public init(
    modelCache data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    let archive = try Deflate.inflate(data, limit: limits.inflatedBytes)
    try self.init(archive: archive, limits: limits)
  }

  /// Reads an archived model, such as the content of a compiled model file, `.mom`.
  ///
  /// - Throws: `ArchiveError` if the data isn't an archive of a model, is damaged or too large.
  public init(archive data: Data, limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
    let archive = try KeyedArchive(data, limits: limits)
    guard let root = archive.root, root.isKind(of: "NSManagedObjectModel") else {
      throw .corrupt(reason: "the archive holds no managed object model", offset: nil)
    }
    var reader = ModelArchiveReader(limits: limits)
    model = try reader.model(root)
    warnings = reader.warnings
  }

  /// Reads a compiled model file, `.mom`.
  ///
  /// - Throws: ``ModelFileError`` if the file can't be read or isn't a model.
  public init(
    contentsOf url: URL, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ModelFileError) {
    let data = try CompiledModel.content(of: url, limits: limits)
    do throws(ArchiveError) {
      try self.init(archive: data, limits: limits)
    } catch {
      throw .notAModel(path: url.path, reason: "\(error)")
    }
  }
}
