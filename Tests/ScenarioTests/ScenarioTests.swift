import Foundation
import TestSupport
import Testing

/// Scripts with all that the program is to answer. `Scenarios/NAME.script` is run on a store in
/// memory, with the options that its first line may name, `# options: …`.
///
/// With the variable `STRATA_RECORD_SCENARIOS` the answers are written down as expected, to be read
/// before they are kept.
@Suite struct Scenarios {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scenarios")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".script") }.map { String($0.dropLast(7)) }.sorted()
  }()

  @Test func areThere() { #expect(Self.names.count > 5) }

  @Test(arguments: names)
  func answersAsExpected(name: String) throws {
    let shell = try AppShell()
    for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
      try FileManager.default.copyItem(
        at: Self.folder.appendingPathComponent(file), to: shell.folder.file(file))
    }
    let script = try shell.read(name + ".script")
    let marker = "# options: "
    let first = script.prefix { $0 != "\n" }
    let options = first.hasPrefix(marker) ? first.dropFirst(marker.count).split(separator: " ") : []
    let result = try shell.run(["--memory", "-f", name + ".script"] + options.map(String.init))
    let answer = """
      \(result.output)--- standard error
      \(result.error)--- exit status \(result.status)

      """.normalized(folder: shell.folder.url.path)
    let expected = Self.folder.appendingPathComponent(name + ".expected")
    if ProcessInfo.processInfo.environment["STRATA_RECORD_SCENARIOS"] != nil {
      try Data(answer.utf8).write(to: expected)
      Issue.record("recorded \(name), not compared")
      return
    }
    #expect(answer == (try String(contentsOf: expected, encoding: .utf8)))
  }
}
