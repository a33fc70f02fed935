import Foundation
import StrataTestSupport
import Testing

/// `Docs/WritingAPlugin.md`: its examples are taken from a package of its own, and from a plugin that other
/// tests run.
@Suite struct WritingAPluginDocument {
  @Test func showsThePluginAsItIs() throws {
    let folder = Repository.root.appendingPathComponent("Modules/Tracker/Plugins/Reminders")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      folder.appendingPathComponent($0).path
    }
    let example = "Docs/Examples/Plugin"
    let others = [
      "Apps/reminders/main.swift", "Tests/Tracker/PluginsTests/RemindersTests.swift",
      "\(example)/Package.swift", "\(example)/Tests/RemindTests/RemindTests.swift",
      "\(example)/Sources/remind/Reminder.swift", "\(example)/Sources/remind/RemindPlugin.swift",
      "\(example)/Sources/remind/main.swift",
    ].map { Repository.root.appendingPathComponent($0).path }
    let page = try DocumentationPage("WritingAPlugin.md")
    #expect(page.examples.count >= 18)
    #expect(try page.examples(missingIn: files + others) == [])
  }
}
