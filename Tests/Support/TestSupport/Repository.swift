public import Foundation

/// The clone that these tests were built from.
public enum Repository {
  /// The folder with `Package.swift`. Falls back on the folder of this file where there is none.
  public static let root: URL = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    var folder = file
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
      {
        return folder
      }
      folder.deleteLastPathComponent()
    }
    return file
  }()

  /// The text of a file, by its path from the root.
  public static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
