import Foundation
import StrataSQLite
import Testing

@testable import StrataStorage

@Suite struct WorkingFolders {
  private let parent = FileManager.default.temporaryDirectory

  private func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  @Test func goWithTheirObject() throws {
    var folder: WorkingFolder? = try WorkingFolder()
    let url = try #require(folder?.url)
    try Data([1]).write(to: url.appendingPathComponent("file"))
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    folder = nil
    #expect(!isThere(url))
  }

  @Test func ofProgramsThatWereKilledGo() throws {
    let left = parent.appendingPathComponent(WorkingFolder.prefix + UUID().uuidString)
    try FileManager.default.createDirectory(
      at: left.appendingPathComponent("inner"), withIntermediateDirectories: true)
    let folder = try WorkingFolder()
    // Another test may be removing it at this moment, and then has the lock on it.
    let deadline = ContinuousClock.now + .seconds(10)
    while isThere(left), ContinuousClock.now < deadline { _ = try WorkingFolder() }
    #expect(!isThere(left))
    #expect(isThere(folder.url))
  }

  @Test func thatAreInUseStay() throws {
    let first = try WorkingFolder()
    let second = try WorkingFolder()
    withExtendedLifetime((first, second)) {
      #expect(isThere(first.url) && isThere(second.url))
    }
  }

  @Test func areNoLinksToOtherFolders() throws {
    let target = parent.appendingPathComponent("target-" + UUID().uuidString)
    let link = parent.appendingPathComponent(WorkingFolder.prefix + UUID().uuidString)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    defer {
      try? FileManager.default.removeItem(at: link)
      try? FileManager.default.removeItem(at: target)
    }
    let folder = try WorkingFolder()
    withExtendedLifetime(folder) { #expect(isThere(link) && isThere(target)) }
  }
}
