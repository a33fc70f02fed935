import Foundation
import Testing

/// What Docs/Transfer.md shows is part of a session.
@Suite struct TransferDocument {
  private static let root = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../..").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func showsWhatTheProgramAnswers() throws {
    let page = try Self.text("Docs/Transfer.md")
    let session = try Self.text("Tests/ScenarioTests/Scenarios/transfer.transcript")
    let examples = page.components(separatedBy: "\n```\n").filter { $0.hasPrefix("appshell> ") }
    #expect(examples.count == 4)
    for example in examples { #expect(session.contains(example + "\n"), "\(example)") }
  }
}
