import Foundation
import StrataTestSupport
import Testing

/// Tests that the examples of Docs/Transfer.md are part of a session.
@Suite struct TransferDocument {
  @Test func showsWhatTheProgramAnswers() throws {
    let page = try Repository.text(of: "Docs/Transfer.md")
    let session = try Repository.text(of: "Tests/Apps/ScenarioTests/Scenarios/transfer.transcript")
    let examples = page.components(separatedBy: "\n```\n").filter { $0.hasPrefix("appshell> ") }
    #expect(examples.count == 4)
    for example in examples { #expect(session.contains(example + "\n"), "\(example)") }
  }
}
