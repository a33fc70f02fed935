import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

/// Stores that can't be opened: exit status 3, an error that says why, and nothing changed on disk.
@Suite struct StoreFaults {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private func bytes() throws -> Data { try Data(contentsOf: shell.folder.file("tracker.store")) }

  /// Opens the store to write, and expects that to fail without a trace.
  private func expectRefusal(_ message: String) throws {
    let before = try bytes()
    let result = try shell.lines("item add Height --kind singleValue")
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.error.contains(message), "\(result.error)")
    #expect(result.error.hasPrefix("error: "))
    #expect(try bytes() == before)
    let names = try shell.folder.names().filter { $0.hasPrefix("tracker") }
    #expect(names == ["tracker.store"])
  }

  @Test func aFolder() throws {
    let result = try shell.run(["--store", shell.folder.url.path, "-c", "count Item"])
    #expect(result.status == 3)
    #expect(result.error.contains("it is a folder"))
  }

  @Test func aFolderThatIsNotThere() throws {
    let result = try shell.run(["--store", "no/such/folder/x.store", "-c", "count Item"])
    #expect(result.status == 3)
    #expect(result.error.contains("there is no folder"))
  }

  @Test func text() throws {
    try shell.write(
      "date,value\n" + String(repeating: "2012-01-01,1\n", count: 500), to: "tracker.store")
    try expectRefusal("is not a database")
  }

  @Test func noise() throws {
    try Data((0..<8192).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) })
      .write(to: shell.folder.file("tracker.store"))
    try expectRefusal("is not a database")
  }

  @Test func aNewerFormat() throws {
    try makeStore()
    // SQLite's file format: the user version is at byte 60, 4 bytes, the highest first.
    try patch(at: 60, with: [0, 0, 0, 99])
    try expectRefusal("written by a newer version (format 99")
  }

  @Test func aFaultThatABackupWouldKeep() throws {
    try makeStore()
    try Connection(path: shell.store).execute(
      "INSERT INTO strata_history (number, time, process, changes) VALUES (0, 0, 'x', x'010000')")
    let refused = try shell.lines("backup copy.store")
    #expect(refused.status == 1)
    #expect(refused.error.contains("the store has a fault, so that it couldn't be restored"))
    #expect(refused.error.contains("--unchecked"))
    #expect(try !shell.folder.names().contains { $0.contains("copy") || $0.contains("part") })
    #expect(try shell.lines("backup copy.store --unchecked").status == 0)
    #expect(try shell.lines("restore copy.store").error.contains("is not sound"))
  }

  @Test func anotherProgramsDatabase() throws {
    try makeStore()
    // The application's identifier is at byte 68.
    try patch(at: 68, with: [1, 2, 3, 4])
    try expectRefusal("not a store")
  }

  @Test func anotherProgramsDatabaseKeepsItsJournalMode() throws {
    try makeStore()
    try patch(at: 68, with: [1, 2, 3, 4])
    // Bytes 18 and 19 say how it is journaled: 1 for a rollback journal, 2 for a log.
    try patch(at: 18, with: [1, 1])
    try expectRefusal("not a store")
  }

  @Test(.enabled(if: geteuid() != 0, "root would get files beside the device"))
  func aDevice() throws {
    let result = try shell.run(["--store", "/dev/zero", "-c", "count Item"])
    #expect(result.status == 3)
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything"))
  func aFileThatMayNotBeWrittenCanBeRead() throws {
    try makeStore()
    try setMode(0o400)
    let before = try bytes()
    let read = try shell.lines("count Item", options: ["--format", "csv"])
    #expect(read == .init(status: 0, output: "count\n1\n", error: ""))
    let write = try shell.lines("item add Height --kind singleValue")
    #expect(write.status == 1)
    #expect(write.error.contains("read-only"))
    #expect(try bytes() == before)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func aFileThatMayNotBeRead() throws {
    try makeStore()
    try setMode(0)
    let result = try shell.lines("count Item")
    #expect(result.status == 3)
    #expect(result.error.contains("you may not read it"))
  }

  private func makeStore() throws {
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
  }

  private func setMode(_ mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: shell.folder.file("tracker.store").path)
  }

  private func patch(at offset: UInt64, with bytes: [UInt8]) throws {
    let handle = try FileHandle(forUpdating: shell.folder.file("tracker.store"))
    try handle.seek(toOffset: offset)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }
}
