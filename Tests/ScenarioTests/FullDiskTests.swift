import Foundation
import TestSupport
import Testing

/// A disk of a few megabytes that fills up, and has room again when rows are deleted.
@Suite(.enabled(if: SmallDisk.isPossible, "a disk can't be mounted here")) struct FullDisks {
  private let shell: AppShell
  private let disk: SmallDisk

  init() throws {
    shell = try AppShell()
    disk = try SmallDisk(shell)
  }

  private static let filling = """
    item add Weight --kind singleValue

    """
    + (0..<1200).map {
      "log Weight \($0) --memo '\(String(repeating: "x", count: 4000))'\n"
    }.joined()

  @Test(arguments: [true, false])
  func haveRoomAgainWhenRowsAreDeleted(isOneRun: Bool) throws {
    let emptying = """
      delete ItemData where dataContent.value1 < 100
      count ItemData where dataContent.value1 < 100
      log Weight 7
      check

      """
    let options = ["--store", "disk/a.store", "--keep-going", "--format", "csv"]
    let filled = try shell.run(options, input: Self.filling + (isOneRun ? emptying : ""))
    #expect(filled.status == 1)
    #expect(filled.error.contains("no space left on the disk"))
    let result = isOneRun ? filled : try shell.run(options, input: emptying)
    #expect(result.output.hasPrefix("count\n0\n"), "\(result.output)")
    #expect(result.error.contains("deleted 100 objects\n"), "\(result.error.suffix(600))")
    #expect(result.error.hasSuffix("the store is sound\n"), "\(result.error.suffix(600))")
    let count = try shell.run(options + ["-c", "count ItemData"]).lines.last.flatMap { Int($0) }
    // What was acknowledged is there: as many as were logged, but for those refused and deleted.
    let refused = filled.error.components(separatedBy: "no space left on the disk").count - 1
    #expect(count == 1200 - refused - 100 + 1)
  }

  @Test func areFilledToTheLastMegabyte() throws {
    _ = try shell.run(
      ["--store", "disk/a.store", "--keep-going"], input: Self.filling)
    let size = try FileManager.default.attributesOfItem(
      atPath: shell.folder.file("disk/a.store").path)[.size]
    #expect(size as? Int ?? 0 > 2 << 20)
  }
}

/// A file system in memory of 4 MB, which only root may mount.
final class SmallDisk {
  static let isPossible: Bool = {
    guard geteuid() == 0, let shell = try? AppShell() else { return false }
    return (try? SmallDisk(shell)) != nil
  }()

  private let shell: AppShell

  struct NotMounted: Error {}

  init(_ shell: AppShell) throws {
    self.shell = shell
    let result = try shell.pipeline("mkdir disk && mount -t tmpfs -o size=4m tmpfs disk")
    guard result.status == 0 else { throw NotMounted() }
  }

  deinit { _ = try? shell.pipeline("umount disk") }
}
