import Foundation

/// The file `.xccurrentversion`, a property list with the name of the current version.
enum CurrentVersionFile {
  static let name = ".xccurrentversion"
  private static let key = "_XCCurrentVersionName"
  /// The file contains one name. A small limit avoids parsing deeply nested lists.
  private static let maximumSize = 4096

  /// Reads the name of the current version, without extension.
  ///
  /// Returns nil if there is no file, or if it names no version: the model editor writes an empty
  /// dictionary for a model that never had a second version.
  static func read(in folder: URL) throws(ModelFileError) -> String? {
    let url = folder.appendingPathComponent(name, isDirectory: false)
    guard RegularFile.isFolder(url) != nil else { return nil }
    let data = try RegularFile.data(at: url, maximumSize: maximumSize)
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: data, format: nil)
    } catch {
      throw .notAModel(path: url.path, reason: "it is a damaged property list")
    }
    guard let dictionary = list as? [String: Any] else {
      throw .notAModel(path: url.path, reason: "it is no dictionary")
    }
    guard let named = dictionary[key] else { return nil }
    guard let version = named as? String, !version.isEmpty else {
      throw .notAModel(path: url.path, reason: "it names no version under \(key)")
    }
    let suffix = "." + VersionedModelDocument.versionExtension
    return version.hasSuffix(suffix) ? String(version.dropLast(suffix.count)) : version
  }

  /// The file's text in the model editor's format.
  static func text(version: String) -> String {
    var name = version + "." + VersionedModelDocument.versionExtension
    for (character, escaped) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")] {
      name = name.replacingOccurrences(of: character, with: escaped)
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \t<key>\(key)</key>
      \t<string>\(name)</string>
      </dict>
      </plist>

      """
  }
}
