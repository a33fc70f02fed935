import Foundation
import StrataTestSupport
import Testing

/// Sessions with the program. The lines behind the prompts of `Scenarios/NAME.transcript` are typed
/// again, and all has to be as it is written there.
///
/// A new scenario is a file with the line that starts the program, `$ appshell --memory --echo`, and
/// the lines behind `appshell> `; `make record` adds the answers.
@Suite struct Scenarios {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scenarios")
  private static let ending = ".transcript"

  private static let files: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  static let names: [String] = files.filter { $0.hasSuffix(ending) }
    .map { String($0.dropLast(ending.count)) }

  @Test func areThere() { #expect(Self.names.count > 5) }

  /// README.md shows the session `readme`.
  @Test func isInTheReadme() throws {
    let readme = try Repository.text(of: "README.md")
    let url = Self.folder.appendingPathComponent("readme" + Self.ending)
    let session = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(readme.contains("\n```\n\(session.dropLast(2).joined(separator: "\n"))\n```\n"))
  }

  @Test(arguments: names)
  func goAsWritten(name: String) throws {
    let url = Self.folder.appendingPathComponent(name + Self.ending)
    let expected = try Transcript(String(contentsOf: url, encoding: .utf8))
    let shell = try AppShell()
    for file in Self.files where !file.hasSuffix(Self.ending) {
      try FileManager.default.copyItem(
        at: Self.folder.appendingPathComponent(file), to: shell.folder.file(file))
    }
    let version = try shell.planVersion()
    let lines = expected.lines(planVersion: version)
    let actual = try shell.transcript(of: lines, expected.arguments)
    // What the program didn't reach would be lost when the answers are written down.
    #expect(actual.lines == lines, "the program ended, or shows lines otherwise than they are")
    #expect(!actual.hasPlans || actual.planVersion == version, "say which SQLite's the plans are")
    if Recording.isOn {
      if actual.lines == lines { try Recording.write(actual.text, to: url) }
    } else if expected.planVersion ?? version == version {
      #expect(Transcript.firstDifference(expected.text, actual.text) == nil)
    } else {
      // Another version of SQLite may plan otherwise.
      #expect(Transcript.firstDifference(expected.withoutPlans, actual.withoutPlans) == nil)
    }
  }
}

extension AppShell {
  /// SQLite's version as far as plans depend on it.
  fileprivate func planVersion() throws -> String {
    let information = try run(["--memory", "--format", "csv", "-c", "info"])
    let version = information.lines.first { $0.hasPrefix("SQLite,") }?.dropFirst("SQLite,".count)
    return try #require(version).split(separator: ".").prefix(2).joined(separator: ".")
  }

  /// Types lines on a Monday morning, with standard output and standard error in one place.
  fileprivate func transcript(of lines: [String], _ arguments: [String]) throws -> Transcript {
    try write(lines.map { $0 + "\n" }.joined(), to: "typed-lines")
    let options = arguments.joined(separator: " ")
    let result = try pipeline(
      #""$APPSHELL" \#(options) <typed-lines 2>&1"#,
      environment: ["APPSHELL_NOW": "2026-11-23T09:15:30Z"])
    return try Transcript(
      arguments: arguments, output: result.output.normalized(folder: folder.url.path),
      status: result.status)
  }
}
