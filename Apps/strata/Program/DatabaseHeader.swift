import Foundation

/// The first bytes of a database: https://sqlite.org/fileformat.html
struct DatabaseHeader {
  private let bytes: Data

  /// nil where there is no database.
  init?(_ url: URL) {
    // What is no file, such as a pipe, would be waited for. It, and a file that can't be read, is told of
    // by whoever opens it.
    guard
      (try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]))?
        .isRegularFile == true,
      let handle = try? FileHandle(forReadingFrom: url)
    else { return nil }
    // It was only read.
    defer { try? handle.close() }
    guard let bytes = try? handle.read(upToCount: 72), bytes.count == 72,
      bytes.starts(with: Data("SQLite format 3\0".utf8))
    else { return nil }
    self.bytes = bytes
  }

  /// Whether it is a store of Strata, by the application's identifier.
  var isOfStrata: Bool { Data(bytes.suffix(4)) == Data("Stra".utf8) }
}
