public import Foundation
public import StrataArchives
public import StrataDescriptions

/// A model as Core Data archives it, in a store or in a compiled model file.
///
/// The order in which a model was written is lost in archives: entities and properties are in the order of
/// their names. What only source files have isn't there either, such as which numbers a generated class
/// has as scalars.
public struct ArchivedModel: Sendable, Hashable {
  /// The model.
  public var model: ManagedObjectModel
  /// What the archive has beyond that, and what in it isn't understood.
  public var warnings: [Warning]

  /// Makes an archived model of its parts.
  public init(model: ManagedObjectModel, warnings: [Warning] = []) {
    self.model = model
    self.warnings = warnings
  }

  /// Something in an archive that the model doesn't have.
  public struct Warning: Sendable, Hashable, CustomStringConvertible {
    /// What it belongs to, such as `Book.title`; empty for the model itself.
    public var place: String
    /// What it is.
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
  /// Reads the model that a store keeps, the content of its table `Z_MODELCACHE`: a compressed archive.
  ///
  /// - Throws: ``ArchiveError`` for what is none, or one that is damaged or too large.
  public init(
    modelCache data: Data, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    let archive = try Deflate.inflate(data, limit: limits.inflatedBytes)
    try self.init(archive: archive, limits: limits)
  }

  /// Reads an archived model, such as the content of a compiled model file, `.mom`.
  ///
  /// - Throws: ``ArchiveError`` for what is none, or one that is damaged or too large.
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
  /// - Throws: ``ModelFileError`` for a file that can't be read, or is no model.
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
