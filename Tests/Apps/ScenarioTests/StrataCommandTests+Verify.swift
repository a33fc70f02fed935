import Foundation
import StrataTestSupport
import Testing

// The commands that compare classes in sources with a model or a store.
extension StrataCommand {
  private func writeClasses() throws {
    let made = try run([
      "model", "convert", "Books.xcdatamodeld", "--to", "model-source", "--output", "Sources",
    ])
    #expect(made.status == 0, "\(made.error)")
  }

  private func verify(_ sources: String = "Sources", _ words: String...) throws -> AppShell.Result {
    try run(["model", "verify", sources, "--against", "Books.xcdatamodeld"] + words)
  }

  @Test func findsNoDifferenceInClassesOfTheModel() throws {
    try writeClasses()
    #expect(
      try verify() == .init(status: 0, output: "the classes say what Books 2 says\n", error: ""))
    let other = try verify("Sources", "--model-version", "Books 3", "--format", "csv")
    #expect(other.status == 1 && other.lines.count == 2)
    #expect(other.lines.last?.hasPrefix("refused,Book.length,") == true, "\(other.output)")
  }

  @Test func tellsWhereClassesDiffer() throws {
    try writeClasses()
    let book = try shell.read("Sources/Book.swift")
    try shell.write(
      book.replacing("var shelf: Shelf?", with: "var shelf: Shelf?\n  var read: Bool = false"),
      to: "Sources/Book.swift")
    let found = try verify("Sources", "--format", "csv")
    #expect(found.status == 1 && found.error == "")
    #expect(found.output == "effect,place,change\ninferred,Book.read,is new\n")
  }

  @Test(arguments: [
    ("Nothing", "there is no Nothing"), ("empty.swift", "there is no class with @Model"),
    ("wrong.swift", "wrong.swift:1:"),
  ])
  func cannotCompareWithoutClasses(sources: String, message: String) throws {
    try shell.write("struct Book {}", to: "empty.swift")
    try shell.write("@Model class Book { var }", to: "wrong.swift")
    let failed = try verify(sources)
    #expect(failed.status == 3 && failed.error.contains(message), "\(failed.error)")
    #expect(try run(["model", "verify", sources]).status == 2)
  }

  @Test func comparesClassesWithAStore() throws {
    _ = try shell.run(["--store", shell.store, "demo"])
    let sources = Repository.root.appendingPathComponent("Modules/Tracker/TrackerModel").path
    // The goals are classes of a plugin.
    let found = try run([
      "model", "verify", sources, "--against", shell.store, "--format", "csv",
    ])
    let lines = "effect,place,change\nloses,Goal,\"is gone, with all of its objects\"\n"
    #expect(found.status == 1 && found.output == lines, "\(found.output)\(found.error)")
    #expect(found.error.contains("Item.name: the sources don't say how ItemName is stored"))
    let plan = try run(["store", "plan", shell.store, "--model", sources, "--format", "csv"])
    #expect(plan.status == 0 && plan.output == lines, "\(plan.error)")
    let older = try run([
      "store", "plan", shell.store, "--model", sources, "--namespace", "TrackerV1",
    ])
    #expect(older.status == 1 && older.output.contains("no migration can be inferred"))
    #expect(older.output.contains("ItemOption.optionID"))
  }

  @Test func plansForStoresOfStrataAlone() throws {
    try makeStore()
    try writeClasses()
    let refused = try run(["store", "plan", "Books.sqlite", "--model", "Sources"])
    #expect(refused.status == 1 && refused.error.contains("no store of Strata"))
    #expect(try run(["store", "plan", "Books.sqlite"]).status == 2)
  }
}
