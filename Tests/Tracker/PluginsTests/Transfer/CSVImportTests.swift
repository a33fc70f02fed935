import Foundation
import StrataDomain
import Testing

/// What is said of whole files of somebody else.
@MainActor @Suite struct CSVImports {
  private let shell: TrackerShell

  init() throws { shell = try TrackerShell() }

  private func snapshot() throws -> TrackerSnapshot { try TrackerSnapshot(shell.container) }

  private let weight = "--date date --item Weight:singleValue:w"

  @Test(arguments: [
    "--date date --item Weight:singleValue:w", "--date w --item Weight:singleValue:date",
  ])
  func nameNoColumnThatIsThereTwice(options: String) async throws {
    let answer = try await shell.importing("date,w, w \n2026-01-01,1,2\n", options)
    #expect(answer.contains("the file has two columns “w”\n  hint: rename one"), "\(answer)")
    #expect(try snapshot().items.isEmpty)
  }

  @Test(arguments: ["", " --dry-run", " --strict"])
  func ofBadRowsAloneFail(option: String) async throws {
    let one = try await shell.importing("date,w\nx,1\n", weight + option)
    #expect(one.contains("nothing was imported: the only row is bad"), "\(one)")
    let two = try await shell.importing("date,w\nx,1\n2026-01-01,y\n1\n", weight + option)
    #expect(two.contains("nothing was imported: all 3 rows are bad"), "\(two)")
    #expect(try snapshot().items.isEmpty)
  }

  @Test func ofBadRowsAndKnownOnesSucceed() async throws {
    _ = try await shell.importing("date,w\n2026-01-01,1\n", weight)
    let answer = try await shell.importing("date,w\n2026-01-01,1\nx,1\n", weight)
    #expect(answer.hasSuffix("added nothing; 1 data point was there already; 1 bad row left out\n"))
  }
}
