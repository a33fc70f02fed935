import Foundation

/// The header of a database file: https://sqlite.org/fileformat.html
struct DatabaseHeader {
  private let bytes: Data

  /// Reads the header, or returns nil if the file isn't a database.
  init?(_ url: URL) {
    // Opening a pipe would block. The code that opens the file later reports that it isn't a
    // regular file or can't be read.
    guard
      (try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]))?
        .isRegularFile == true,
      let handle = try? FileHandle(forReadingFrom: url)
    else { return nil }
    // The file was only read, so closing it loses nothing.
    defer { try? handle.close() }
    guard let bytes = try? handle.read(upToCount: 72), bytes.count == 72,
      bytes.starts(with: Data("SQLite format 3\0".utf8))
    else { return nil }
    self.bytes = bytes
  }

  /// True if the file is a store of Strata, by its application identifier.
  var isOfStrata: Bool { Data(bytes.suffix(4)) == Data("Stra".utf8) }
}
