import Foundation
import StrataTestSupport
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

  /// The tracker and its shell are compiled as another package would be: what they need is public.
  @Test func leaveTheTrackerNothingThatOthersLack() throws {
    let floors = try Manifest(at: Repository.root).floors
    let targets = floors.filter { ["Application", "Tracker", "Apps"].contains($0.name) }
      .flatMap(\.targets)
    #expect(targets.count > 20)
    #expect(targets.filter(\.packageAccess).map(\.name) == ["StrataCommand"])
  }

  @Test(arguments: [
    ("module(\"Dates\")", "module(\"Dates\", \"StrataModel\")", "StrataDates", "StrataModel"),
    (
      "module(\"Migration\", ", "module(\"Migration\", \"StrataContexts\", ", "StrataMigration",
      "StrataContexts"
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

/// What pages name of the source.
@Suite struct NamedSources {
  private static let pages = ["Docs/Architecture.md", "Docs/Macros.md", "CONTRIBUTING.md"]

  /// The texts between single backticks, without blocks of code.
  private func spans(of page: String) throws -> [String] {
    let text = try Repository.text(of: page)
    return text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }
      .flatMap { block in
        block.element.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }
          .map(\.element)
      }
  }

  @Test(arguments: pages) func areThere(page: String) throws {
    let root = Repository.root.path
    let floors = try FileManager.default.contentsOfDirectory(atPath: root + "/Modules")
    let bases = ["", "/Modules", "/Tests", "/Apps"] + floors.map { "/Modules/" + $0 }
    let letters = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "_+/."))
    for span in try spans(of: page)
    where span.contains("/") && !span.hasPrefix("/") && !span.hasPrefix(".")
      && span.unicodeScalars.allSatisfy(letters.contains)
    {
      let isThere = bases.contains { base in
        ["", ".swift"].contains {
          FileManager.default.fileExists(atPath: "\(root)\(base)/\(span)\($0)")
        }
      }
      #expect(isThere, "\(page) names \(span)")
    }
  }

  @Test func areDeclared() throws {
    let modules = Repository.root.appendingPathComponent("Modules")
    let files = FileManager.default.enumerator(at: modules, includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(
        of: /\b(?:func|var|let|case|struct|enum|class|protocol|typealias) `?(\w+)/)
      {
        names.insert(String(match.1))
      }
    }
    for span in try spans(of: "Docs/Architecture.md") {
      guard let match = span.wholeMatch(of: /[A-Z]\w+\.(\w+)(?:\(.*\))?/), match.1 != "init",
        match.1 != "self", match.1 != "swift", match.1 != "md"
      else { continue }
      #expect(names.contains(String(match.1)), "the page names \(span)")
    }
  }
}
