import Foundation
import StrataCoreDataStores
import StrataTestSupport
import Testing

/// Data in files of its own that isn't as it should be.
@Suite struct ExternalDataFiles {
  private func problem(_ change: (URL) throws -> Void) throws -> String {
    let library = try LibraryStore()
    let file = library.externalData.appendingPathComponent(LibraryStore.file.uuidString)
    try FileManager.default.removeItem(at: file)
    try change(file)
    let report = try library.open().importAll(to: library.folder.file("imported.store"))
    #expect(report.problems.map { "\($0.entity).\($0.property ?? "")" } == ["Magazine.cover"])
    return report.problems.first?.reason ?? ""
  }

  @Test func areNotFollowedElsewhere() throws {
    let reason = try problem { file in
      let other = file.deletingLastPathComponent().appendingPathComponent("secret")
      try Data("secret".utf8).write(to: other)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
    }
    #expect(reason.hasSuffix("is a symbolic link; put the file in its place"))
  }

  @Test func areNotWaitedFor() throws {
    let reason = try problem { #expect(mkfifo($0.path, 0o600) == 0) }
    #expect(reason.hasSuffix("is no file"))
  }

  @Test func areNotLargerThanAValue() throws {
    let reason = try problem { file in
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      // It takes no room on the disk.
      try handle.truncate(atOffset: 3_000_000_000)
      try handle.close()
    }
    #expect(reason.contains("has 3000000000 bytes, more than a value may have"))
  }
}
