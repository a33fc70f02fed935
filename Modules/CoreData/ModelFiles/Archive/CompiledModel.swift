public import Foundation
public import StrataArchives

/// A folder with the compiled versions of a model, `.momd`.
public struct CompiledModel: Sendable, Hashable {
  /// The folder's location.
  public let url: URL
  /// The names of the versions, sorted.
  public let versionNames: [String]
  /// The name of the version with which stores are created. Nil if the folder doesn't name it or
  /// lacks it.
  public let currentVersionName: String?
  /// The version hashes of each version's entities. Empty if the folder doesn't have them.
  public let versionHashes: [String: [String: Data]]

  /// Reads the list of versions in a folder, but not the models themselves.
  ///
  /// - Throws: ``ModelFileError`` if the folder can't be read or contains no model.
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

  /// Reads a version.
  ///
  /// - Throws: ``ModelFileError`` if there is no such version, or if it can't be read or isn't a
  ///   model.
  public func version(
    named name: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ModelFileError) -> ArchivedModel {
    guard versionNames.contains(name) else {
      throw .notAModel(path: url.path, reason: "the folder has no version \(name)")
    }
    let file = url.appendingPathComponent(name).appendingPathExtension("mom")
    return try ArchivedModel(contentsOf: file, limits: limits)
  }

  /// Reads the version with which stores are created.
  ///
  /// - Throws: ``ModelFileError`` if the folder doesn't name it, or if it can't be read or isn't a
  ///   model.
  public func currentVersion(
    limits: ArchiveLimits = ArchiveLimits()
  ) throws(ModelFileError) -> ArchivedModel {
    guard let currentVersionName else {
      throw .notAModel(path: url.path, reason: "the folder doesn't say which version is current")
    }
    return try version(named: currentVersionName, limits: limits)
  }

  /// Reads a file. Throws if it is larger than the limit for a decompressed archive.
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

/// Encodes texts as JSON, RFC 8259.
enum JSONText {
  /// Encodes a text as a JSON string.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted.unicodeScalars.append("\\")
        quoted.unicodeScalars.append(scalar)
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
