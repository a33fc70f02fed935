import Foundation
import StrataTestSupport
import Testing

/// The names in `Docs/PublicAPI.md`.
@Suite struct PublicAPIDocument {
  @Test func hasTheNamesOfThisBuild() throws {
    let script = Repository.root.appendingPathComponent("Scripts/public-names")
    let folder = try BuiltProgram.url("strata").deletingLastPathComponent()
    let names = try FinishedProgram(script, ["-m", folder.path], in: Repository.root)
    try #require(names.status == 0, "\(names.output)")
    let url = Repository.root.appendingPathComponent("Docs/PublicAPI.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let (start, end) = ("<!-- names -->\n", "<!-- /names -->")
    let head = try #require(page.range(of: start))
    let tail = try #require(page.range(of: end, range: head.upperBound..<page.endIndex))
    let written = page[..<head.upperBound] + names.output + page[tail.lowerBound...]
    if Recording.isOn { return try Recording.write(String(written), to: url) }
    #expect(page == written, "run make record")
  }
}
