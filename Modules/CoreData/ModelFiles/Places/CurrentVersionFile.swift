import Foundation

/// The file `.xccurrentversion`, a property list that names the version a program has.
enum CurrentVersionFile {
  static let name = ".xccurrentversion"
  private static let key = "_XCCurrentVersionName"
  /// The file has one name; a small limit spares a look at what deep nesting does to a parser.
  private static let maximumSize = 4096

  /// The name of the current version's folder without extension; nil where there is no file, or one that
  /// names none: the model editor writes an empty dictionary for a model that never had a second version.
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

  /// The file's text, as the model editor writes it.
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
