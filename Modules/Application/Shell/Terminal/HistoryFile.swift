import Foundation
import StrataPlatform

/// The file of typed lines, one per line, which only its owner may read.
///
/// Errors are ignored: without the file there is only no history.
struct HistoryFile: Sendable {
  let path: String
  private let limit: Int

  init(path: String, limit: Int = 1000) {
    self.path = path
    self.limit = limit
  }

  /// Reads the last lines, oldest first, and truncates a file that has become much longer.
  func load() -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    let kept = Array(lines.suffix(limit))
    if lines.count > limit * 2 {
      write(kept.map { $0 + "\n" }.joined(), flags: O_WRONLY | O_CREAT | O_TRUNC)
    }
    return kept
  }

  /// Appends a line.
  func append(_ line: String) {
    guard !line.contains("\n") else { return }
    write(line + "\n", flags: O_WRONLY | O_CREAT | O_APPEND)
  }

  private func write(_ text: String, flags: Int32) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    // If the folder can't be created, opening the file fails below.
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      .write(contentsOf: Data(text.utf8))
  }
}
