import Foundation
import StrataTestSupport
import Testing

/// The columns that `Docs/Output.md` promises to programs.
@Suite struct OutputDocument {
  @Test(arguments: [
    "item list", "option list Mood", "data list Weight", "tag list", "goal list", "status",
    "history consumers", "check", "calendar Weight", "trend Weight", "overview", "explain Item",
    "schema",
    "schema Item", "history", "history show 1", "plugins", "settings",
  ])
  func namesTheColumns(command: String) throws {
    let shell = try AppShell()
    let made = try shell.lines(
      "item add Weight --kind singleValue", "item add Mood --kind singleOption --option happy",
      "log Weight 3 --at 2026-11-01")
    #expect(made.status == 0, "\(made)")
    let header = try shell.lines(command, options: ["--format", "csv"]).lines.first
    let columns = header?.split(separator: ",").map { "`\($0)`" }.joined(separator: ", ") ?? ""
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("Docs/Output.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    #expect(rows.contains { $0.hasSuffix("| \(columns) |") }, "\(command): \(columns)")
  }
}
