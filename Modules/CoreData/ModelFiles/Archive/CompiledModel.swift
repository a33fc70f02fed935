public import Foundation
public import StrataArchives

/// A folder of compiled models, `.momd`: the versions of one model.
public struct CompiledModel: Sendable, Hashable {
  /// Where the folder is.
  public let url: URL
  /// The names of the versions, sorted.
  public let versionNames: [String]
  /// The version that stores are made with; nil if the folder doesn't say, or hasn't got it.
  public let currentVersionName: String?
  /// The hash of each entity, by version; empty if the folder doesn't say.
  public let versionHashes: [String: [String: Data]]

  /// Looks into a folder. The models themselves are read when they are asked for.
  ///
  /// - Throws: ``ModelFileError`` for a folder that can't be read, or has no model in it.
  public init(
    contentsOf url: URL, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ModelFileError) {
    self.url = url
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    } catch {
      throw .unreadable(path: url.path, reason: "it is no folder, or may not be read")
    }
    let names = files.filter { $0.pathExtension == "mom" }
      .map { $0.deletingPathExtension().lastPathComponent }.sorted()
    guard !names.isEmpty else {
      throw .notAModel(path: url.path, reason: "the folder has no file that ends in .mom")
    }
    versionNames = names

    let file = url.appendingPathComponent("VersionInfo.plist")
    guard FileManager.default.fileExists(atPath: file.path) else {
      currentVersionName = names.count == 1 ? names[0] : nil
      versionHashes = [:]
      return
    }
    let data = try Self.content(of: file, limits: limits)
    let list: PropertyListValue
    do throws(ArchiveError) {
      list = try PropertyListValue(propertyList: data, limits: limits)
    } catch {
      throw .notAModel(path: file.path, reason: "\(error)")
    }
    let current = list["NSManagedObjectModel_CurrentVersionName"]?.string
    currentVersionName = current.flatMap { names.contains($0) ? $0 : nil }
    versionHashes = (list["NSManagedObjectModel_VersionHashes"]?.dictionary ?? [:])
      .mapValues { ($0.dictionary ?? [:]).compactMapValues(\.data) }
  }

  /// Reads one version.
  ///
  /// - Throws: ``ModelFileError`` for a version that isn't there, can't be read or is no model.
  public func version(
    named name: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ModelFileError) -> ArchivedModel {
    guard versionNames.contains(name) else {
      throw .notAModel(path: url.path, reason: "the folder has no version \(name)")
    }
    let file = url.appendingPathComponent(name).appendingPathExtension("mom")
    return try ArchivedModel(contentsOf: file, limits: limits)
  }

  /// Reads the version that stores are made with.
  ///
  /// - Throws: ``ModelFileError`` for one that isn't known, can't be read or is no model.
  public func currentVersion(
    limits: ArchiveLimits = ArchiveLimits()
  ) throws(ModelFileError) -> ArchivedModel {
    guard let currentVersionName else {
      throw .notAModel(path: url.path, reason: "the folder doesn't say which version is current")
    }
    return try version(named: currentVersionName, limits: limits)
  }

  /// Reads a file, unless it is larger than an unpacked archive may be.
  static func content(of url: URL, limits: ArchiveLimits) throws(ModelFileError) -> Data {
    do {
      let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      guard size <= limits.inflatedBytes else {
        throw ModelFileError.notAModel(
          path: url.path, reason: "the file is over the limit of \(limits.inflatedBytes) bytes")
      }
      return try Data(contentsOf: url)
    } catch let error as ModelFileError {
      throw error
    } catch {
      throw .unreadable(path: url.path, reason: "it isn't there, or may not be read")
    }
  }
}
