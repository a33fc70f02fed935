public import Foundation

/// A new, empty folder that is removed, with all it holds, when this object goes.
public final class TemporaryFolder: Sendable {
  /// The folder's URL.
  public let url: URL

  /// Makes the folder under the system's folder for temporary files.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-test-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of a file in the folder; makes no file.
  public func file(_ name: String = "test.store") -> URL { url.appendingPathComponent(name) }

  /// The names of the files in the folder, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
