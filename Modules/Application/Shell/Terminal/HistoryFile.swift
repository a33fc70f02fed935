import Foundation

/// The lines that a person typed, one a line, readable only by that person.
///
/// Never a reason to fail: without the file there is only no history.
struct HistoryFile: Sendable {
  let path: String
  private let limit: Int

  init(path: String, limit: Int = 1000) {
    self.path = path
    self.limit = limit
  }

  /// The last lines, oldest first. Shortens the file when it has become much longer.
  func load() -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    let kept = Array(lines.suffix(limit))
    if lines.count > limit * 2 {
      write(kept.map { $0 + "\n" }.joined(), flags: O_WRONLY | O_CREAT | O_TRUNC)
    }
    return kept
  }

  /// Adds a line.
  func append(_ line: String) {
    guard !line.contains("\n") else { return }
    write(line + "\n", flags: O_WRONLY | O_CREAT | O_APPEND)
  }

  private func write(_ text: String, flags: Int32) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    // Where there is no folder, opening the file fails.
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      .write(contentsOf: Data(text.utf8))
  }
}
