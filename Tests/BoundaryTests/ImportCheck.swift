import Foundation

/// A run of `Scripts/check-imports`.
struct ImportCheck {
  let status: Int32
  /// What it wrote to standard output and standard error.
  let output: String

  static let packageRoot = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func run(on root: URL) throws -> ImportCheck {
    let process = Process()
    process.executableURL = packageRoot.appendingPathComponent("Scripts/check-imports")
    process.arguments = [root.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return ImportCheck(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }

  /// Checks a temporary tree of one file.
  static func run(onFile path: String, _ text: String) throws -> ImportCheck {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-imports-\(UUID().uuidString)", isDirectory: true)
    let file = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    try Data(text.utf8).write(to: file)
    return try run(on: root)
  }
}
