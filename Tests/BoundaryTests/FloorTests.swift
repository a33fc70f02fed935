import Foundation
import TestSupport
import Testing

/// The floors of `Modules`, as `Package.swift` has them. The manifest refuses a dependency on a higher floor,
/// and `make lint` an import that the manifest doesn't give.
@Suite struct Floors {
  @Test func areDrawnFromTheManifest() throws {
    let manifest = try Manifest(at: Repository.root)
    let url = Repository.root.appendingPathComponent("Docs/Architecture.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let start = "<!-- floors -->\n"
    let end = "<!-- /floors -->"
    let parts = page.components(separatedBy: start)
    try #require(parts.count == 2 && parts[1].contains(end))
    let rest = parts[1].components(separatedBy: end)
    let drawn = parts[0] + start + manifest.picture + end + rest[1]
    if Recording.isOn { return try Recording.write(drawn, to: url) }
    #expect(page == drawn, "run make record")
  }

  @Test func haveNoFolderThatTheManifestDoesNotName() throws {
    let manifest = try Manifest(at: Repository.root)
    let modules = Repository.root.appendingPathComponent("Modules")
    let folders = try FileManager.default.contentsOfDirectory(atPath: modules.path)
    #expect(folders.sorted() == manifest.floors.map(\.name).filter { $0 != "Apps" }.sorted())
  }

  @Test(arguments: [
    ("module(\"Dates\")", "module(\"Dates\", \"StrataModel\")", "StrataDates", "StrataModel"),
    (
      "module(\"Migration\", ", "module(\"Migration\", \"StrataStack\", ", "StrataMigration",
      "StrataStack"
    ),
  ])
  func refuseADependencyOnAHigherOne(line: String, other: String, module: String, above: String)
    throws
  {
    let text = try Repository.text(of: "Package.swift")
    try #require(text.contains(line))
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("strata-floors-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(text.replacingOccurrences(of: line, with: other).utf8)
      .write(to: folder.appendingPathComponent("Package.swift"))
    let error = #expect(throws: Manifest.Refused.self) { try Manifest(at: folder) }
    #expect(error?.output.contains("\(module) can't depend on \(above)") == true)
  }
}
