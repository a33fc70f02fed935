import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

@Suite struct FileImages {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("database").path
    try write("content", to: "")
  }

  /// Writes a file at a fixed time: file systems count in ticks, in which a lot can happen.
  private func write(_ text: String, to suffix: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file + suffix))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceReferenceDate: 0)], ofItemAtPath: file + suffix)
  }

  /// Writes over a file that is there, so that it is the same one afterwards.
  private func overwrite(_ text: String, _ suffix: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file + suffix))
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceReferenceDate: 0)], ofItemAtPath: file + suffix)
  }

  @Test func areTheSameWhileNothingHappens() throws {
    try write("log", to: "-wal")
    let image = try FileImage(file)
    #expect(try image.again() == image)
  }

  @Test(arguments: ["-wal", "-journal"])
  func tellALogThatBeganAnew(suffix: String) throws {
    try write("first log", to: suffix)
    let image = try FileImage(file)
    try overwrite("other log", suffix)
    #expect(try image.again() != image)
  }

  @Test(arguments: ["-wal", "-journal"])
  func tellALogInThePlaceOfAnother(suffix: String) throws {
    try write("log", to: suffix)
    let image = try FileImage(file)
    try FileManager.default.moveItem(atPath: file + suffix, toPath: file + "-old")
    try write("log", to: suffix)
    #expect(try image.again() != image)
  }

  @Test func areWholeWithoutLogsThatSayAnything() throws {
    #expect(try FileImage(file).isWhole)
    try write("", to: "-wal")
    try write("\0\0\0\0", to: "-journal")
    #expect(try FileImage(file).isWhole)
    try write("log", to: "-wal")
    #expect(try !FileImage(file).isWhole)
  }

  @Test func arentWholeInTheMiddleOfATransaction() throws {
    try write("journal", to: "-journal")
    let image = try FileImage(file)
    #expect(image.hasHotJournal && !image.isWhole)
  }

  @Test func areOfFilesAlone() throws {
    #expect(throws: StorageError.cannotOpen(path: file + "2", reason: "there is no such file")) {
      try FileImage(file + "2")
    }
    let reason = "it is a folder; give the path of a file"
    let path = folder.url.path
    #expect(throws: StorageError.cannotOpen(path: path, reason: reason)) { try FileImage(path) }
  }
}
