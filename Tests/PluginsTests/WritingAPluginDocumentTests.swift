import Foundation
import TestSupport
import Testing

/// `Docs/WritingAPlugin.md`: its examples are taken from the plugin that it puts together, which other
/// tests run.
@Suite struct WritingAPluginDocument {
  private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..")
    .standardizedFileURL

  @Test func showsThePluginAsItIs() throws {
    let folder = Self.root.appendingPathComponent("Modules/Plugins/Reminders")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      folder.appendingPathComponent($0).path
    }
    let others = ["Apps/reminders/main.swift", "Tests/PluginsTests/RemindersTests.swift"].map {
      Self.root.appendingPathComponent($0).path
    }
    let page = try DocumentationPage("WritingAPlugin.md")
    #expect(page.examples.count >= 10)
    #expect(try page.examples(missingIn: files + others) == [])
  }
}
