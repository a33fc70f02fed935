import Foundation
import StrataSQLite
import StrataTestSupport
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
    // The former values of what is deleted take room as well.
    let emptying = """
      history clean --all --former-values
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

  /// A reader prevents the log from restarting, so that it takes room that the file may need.
  @Test func haveRoomAgainWhenSomebodyHasReadAllTheWhile() throws {
    let options = ["--store", "disk/a.store", "--keep-going", "--format", "csv"]
    _ = try shell.run(options, input: "item add Weight --kind singleValue\n")
    let reader = try Connection(path: shell.folder.file("disk/a.store").path, isReadOnly: true)
    try reader.execute("BEGIN; SELECT count(*) FROM Item")
    let filled = try shell.run(
      options, input: Self.filling.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    )
    #expect(filled.error.contains("no space left on the disk"))
    try reader.execute("COMMIT")
    reader.close()
    let result = try shell.run(
      options,
      input: """
        history clean --all --former-values
        delete ItemData where dataContent.value1 < 20
        count ItemData where dataContent.value1 < 20
        log Weight 7
        check

        """)
    #expect(result.output.hasPrefix("count\n0\n"), "\(result.output)")
    #expect(result.error.contains("deleted 20 objects\n"), "\(result.error.suffix(600))")
    #expect(result.error.hasSuffix("the store is sound\n"), "\(result.error.suffix(600))")
    let count = try shell.run(options + ["-c", "count ItemData"]).lines.last.flatMap { Int($0) }
    let refused = filled.error.components(separatedBy: "no space left on the disk").count - 1
    #expect(count == 1200 - refused - 20 + 1)
  }

  /// The import preserves and reports the rows that it saved before the disk was full. Undo ends
  /// there.
  @Test(arguments: [true, false])
  func sayHowMuchOfAnImportTheyHold(isExport: Bool) throws {
    let rows = (0..<30_000).map { "\(1_000_000_000 + 60 * $0),\($0)\n" }.joined()
    try shell.write("date,steps\n" + rows, to: "long.csv")
    try shell.write(
      "<HealthData>\n"
        + (0..<30_000).map {
          "<Record type=\"HKQuantityTypeIdentifierStepCount\" value=\"\($0)\""
            + " startDate=\"2024-01-01 07:00:00 +0100\" endDate=\"2024-01-01 07:00:00 +0100\"/>\n"
        }.joined() + "</HealthData>\n", to: "export.xml")
    if isExport {
      _ = try shell.lines(
        "import long.csv --date date --date-format unix --item Steps:singleValue:steps",
        "export all.jsonl")
    }
    let result = try shell.run(
      ["--store", "disk/a.store", "--keep-going"],
      input: """
        item add Weight --kind singleValue
        \(isExport ? "import all.jsonl" : "health import export.xml")
        undo
        count ItemData --format csv

        """)
    let told = try #require(
      result.output.firstMatch(
        of: #/added (?:1 item, )?(\d+) data points until then; the same line goes on from there/#),
      "\(result)")
    #expect(result.output.hasSuffix("\ncount\n\(told.output.1)\n"), "\(result)")
    #expect(result.error.contains("error: no space left on the disk"), "\(result)")
    #expect(result.error.contains("there is nothing to undo: an import can't be taken back"))
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
