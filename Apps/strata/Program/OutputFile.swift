import Foundation
import StrataShell

/// A file or folder that a command writes.
struct OutputFile {
  let path: String
  let replaces: Bool
  private let url: URL

  init(_ path: String, replaces: Bool) {
    self.path = path
    self.replaces = replaces
    url = NamedModel.url(path)
  }

  /// True if it is a single Swift file. False for a folder of files.
  var isSwiftFile: Bool { url.pathExtension == "swift" }

  /// Returns the URL of the file, or of a file in the folder.
  func url(_ name: String? = nil) -> URL { name.map { url.appendingPathComponent($0) } ?? url }

  /// Throws if a file exists and must not be replaced.
  func check(_ names: [String]? = nil) throws(ShellError) {
    guard !replaces else { return }
    for url in names.map({ $0.map { url($0) } }) ?? [url]
    where FileManager.default.fileExists(atPath: url.path) {
      throw ShellError(
        "\(url.path) is there already", hint: "--force replaces it, or give another path")
    }
  }

  /// Writes the file, or a file of the folder if a name is given.
  func write(_ text: String, to name: String? = nil) throws(ShellError) {
    let file = url(name)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    } catch {
      throw ShellError(
        "\(file.path) can't be written: \(error.localizedDescription)",
        hint: "give another path with --output")
    }
  }
}
