import Foundation
import StrataTestSupport
import Testing

extension StrataCommand {
  private func writeSources() throws {
    for folder in ["Sources/Model", "Sources/.build", "Sources/Pods"] {
      try FileManager.default.createDirectory(
        at: shell.folder.file(folder), withIntermediateDirectories: true)
    }
    let item = """
      import CoreData

      class Item: NSManagedObject {
        @NSManaged var name: String?
      }

      """
    try shell.write(item, to: "Sources/Model/Item.swift")
    try shell.write(item, to: "Sources/.build/Item.swift")
    try shell.write(item, to: "Sources/Pods/Item.swift")
    try shell.write("let path = #keyPath(Item.name)\n", to: "Sources/Path.swift")
    try shell.write("import UIKit\n", to: "Sources/View.swift")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: shell.folder.file("Sources/Path.swift").path)
  }

  @Test func adaptsSources() throws {
    try writeSources()
    let check = try run(["source", "adapt", "Sources", "--check", "--format", "csv"])
    let changes = "file,changes\nSources/Model/Item.swift,1\nSources/Path.swift,1\n"
    let warning = "warning: Sources/View.swift:1:1: needs Apple's platforms: it imports UIKit\n"
    #expect(check.status == 1 && check.output == changes)
    #expect(check.error.hasPrefix(warning + "error: 2 files aren't adapted\n"))
    #expect(try shell.read("Sources/Path.swift") == "let path = #keyPath(Item.name)\n")
    let adapted = try run(["source", "adapt", "Sources/", "--format", "csv"])
    #expect(adapted == .init(status: 0, output: changes, error: warning))
    #expect(try shell.read("Sources/Path.swift") == "let path = \"name\"\n")
    #expect(try shell.read("Sources/Model/Item.swift").contains("  @Managed\n  #endif\n"))
    for other in ["Sources/.build/Item.swift", "Sources/Pods/Item.swift"] {
      #expect(try shell.read(other).contains("  @NSManaged var name"))
    }
    let path = shell.folder.file("Sources/Path.swift").path
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    let again = try run(["source", "adapt", "Sources", "--check"])
    #expect(again == .init(status: 0, output: "nothing to adapt\n", error: warning))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shell.folder.file("Sources").path)
        .sorted()
        == [".build", "Model", "Path.swift", "Pods", "View.swift"])
  }

  @Test func adaptsTheOthersWhereAFileCannotBeRead() throws {
    try writeSources()
    try shell.write("class A {", to: "Sources/Broken.swift")
    try Data([0x2F, 0x2F, 0xFF]).write(to: shell.folder.file("Sources/Latin.swift"))
    let broken = try run(["source", "adapt", "Sources", "--format", "csv"])
    #expect(broken.status == 3)
    #expect(
      broken.output == "file,changes\nSources/Model/Item.swift,1\nSources/Path.swift,1\n")
    #expect(broken.error.contains("Sources/Broken.swift:1:10: expected "))
    #expect(broken.error.contains("Sources/Latin.swift isn't UTF-8"))
    #expect(try shell.read("Sources/Path.swift") == "let path = \"name\"\n")
    #expect(try shell.read("Sources/Broken.swift") == "class A {")
    #expect(try run(["source", "adapt", "Nowhere"]).status == 3)
  }
}
