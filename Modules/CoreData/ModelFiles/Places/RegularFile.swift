import Foundation

/// Reads regular files only.
enum RegularFile {
  /// Reads a file. Pipes and devices are rejected, since reading them may never end.
  static func data(at url: URL, maximumSize: Int) throws(ModelFileError) -> Data {
    do {
      let values = try FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path)
      guard values[.type] as? FileAttributeType == .typeRegular else {
        throw ModelFileError.unreadable(path: url.path, reason: "it isn't a file")
      }
      if let size = values[.size] as? NSNumber, size.int64Value > Int64(maximumSize) {
        throw ModelFileError.notAModel(
          path: url.path, reason: "it has \(size) bytes, more than the \(maximumSize) that are read"
        )
      }
      return try Data(contentsOf: url)
    } catch let error as ModelFileError {
      throw error
    } catch {
      throw .unreadable(path: url.path, reason: error.localizedDescription)
    }
  }

  /// True for a folder, false for a file, and nil if nothing exists at the URL.
  static func isFolder(_ url: URL) -> Bool? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      return nil
    }
    return isFolder.boolValue
  }
}
