import Foundation
import TestSupport
import Testing

/// `Docs/WritingAPlugin.md`: its examples are taken from the plugin that it puts together, which other
/// tests run.
@Suite struct WritingAPluginDocument {
  @Test func showsThePluginAsItIs() throws {
    let folder = Repository.root.appendingPathComponent("Modules/Tracker/Plugins/Reminders")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      folder.appendingPathComponent($0).path
    }
    let others = ["Apps/reminders/main.swift", "Tests/Tracker/PluginsTests/RemindersTests.swift"]
      .map {
        Repository.root.appendingPathComponent($0).path
      }
    let page = try DocumentationPage("WritingAPlugin.md")
    #expect(page.examples.count >= 10)
    #expect(try page.examples(missingIn: files + others) == [])
  }
}
