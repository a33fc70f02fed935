import Foundation
import StrataTestSupport
import Testing

extension StrataCommand {
  /// The sessions of Docs/StrataCommand.md go as they are written there.
  @Test func doesWhatItsPageShows() throws {
    let url = Repository.root.appendingPathComponent("Docs/StrataCommand.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    var blocks = page.components(separatedBy: "```")
    var count = 0
    for (index, block) in blocks.enumerated() where block.hasPrefix("\n$ strata ") {
      let command = String(block.dropFirst().prefix { $0 != "\n" })
      let words = command.split(separator: " ").dropFirst(2).map(String.init)
      let actual = "\n\(command)\n" + (try run(words).output)
      if Recording.isOn {
        blocks[index] = actual
      } else {
        #expect(actual == block)
      }
      count += 1
    }
    #expect(count == 5)
    if Recording.isOn { try Recording.write(blocks.joined(separator: "```"), to: url) }
  }
}
