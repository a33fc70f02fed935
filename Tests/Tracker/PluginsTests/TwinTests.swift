import Foundation
import Strata
import StrataDomain
import StrataShell
import StrataTestSupport
import Testing
import StrataTrackerModel

/// Names that differ in case only.
@MainActor @Suite struct TwinsByCase {
  private func message(_ shell: TrackerShell, _ line: String) async throws -> String? {
    do {
      try await shell.run(line)
      return nil
    } catch {
      return ShellError(error).message
    }
  }

  private func shell() async throws -> TrackerShell {
    let shell = try TrackerShell()
    try await shell.run("item add Weight --kind singleValue --tag body")
    try await shell.run("item add Mood --kind singleOption --option happy --option calm")
    return shell
  }

  @Test(arguments: [
    ("item add weight --kind interval", "there is an item “Weight” already"),
    ("item rename Mood WEIGHT", "there is an item “Weight” already"),
    ("item edit Mood --name wEight", "there is an item “Weight” already"),
    ("item add Height --kind interval --tag Body", "there is a tag “body” already"),
    ("item add Height --kind interval --tag Tall --tag tall", "the tag “Tall” is given twice"),
    (
      "item add Height --kind singleOption --option Tall --option tall",
      "the option “tall” is given twice"
    ),
    ("tag add Mood BODY", "there is a tag “body” already"),
    ("option add Mood Happy", "Mood has an option “happy” already"),
    ("option rename Mood calm HAPPY", "Mood has an option “happy” already"),
    ("item rename Weight weight", nil), ("option rename Mood calm Calm", nil),
    ("tag add Mood body", nil), ("tag remove Weight Body", nil), ("item list --tag BODY", nil),
  ])
  func areRefusedByCommands(line: String, error: String?) async throws {
    #expect(try await message(try await shell(), line) == error)
  }

  @Test func areRefusedByEverySave() async throws {
    let shell = try await shell()
    try await shell.run("item list")
    let context = ModelContext(shell.container)
    let twin = Item(name: try ItemName("wEIGHT"), kind: .interval)
    context.insert(twin)
    #expect(throws: StackError.self) { try context.save() }
    twin.name = try ItemName("Height")
    try context.save()
    twin.name = try ItemName("WEIGHT")
    #expect(throws: StackError.self) { try context.save() }
    context.rollback()
    context.insert(Tag(name: "BODY"))
    #expect(throws: StackError.self) { try context.save() }
    context.rollback()
    let option = try ItemOption(number: 9, label: "Happy")
    context.insert(option)
    option.item = try context.item(namedIgnoringCase: "mood")
    #expect(throws: StackError.self) { try context.save() }
  }

  @Test func areRefusedIfAnotherContextWasFaster() throws {
    let shell = try TrackerShell()
    let (first, second) = (ModelContext(shell.container), ModelContext(shell.container))
    second.insert(Item(name: try ItemName("weight"), kind: .interval))
    first.insert(Item(name: try ItemName("Weight"), kind: .interval))
    try first.save()
    #expect(throws: StackError.self) { try second.save() }
  }

  @Test func areRefusedWithinOneSave() throws {
    let context = ModelContext(try TrackerShell().container)
    for name in ["Weight", "weight"] {
      context.insert(Item(name: try ItemName(name), kind: .interval))
    }
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains("there is an item “Weight” already"),
      "\(error.debugDescription)")
  }

  @Test func ofEarlierVersionsStayUsable() async throws {
    let shell = try await shell()
    let context = ModelContext(shell.container)
    let count = try context.withConnection { db in
      try db.execute("UPDATE \(Item.self) SET name = 'weight' WHERE name = 'Mood'")
    }
    #expect(count == 1)
    try await shell.run("log weight happy")
    try await shell.run("log Weight 80")
    try await shell.run("item edit weight --memo old")
    #expect(try await shell.run("data list weight").contains("happy"))
    #expect(try await shell.run("data list Weight").contains("80"))
    try await shell.run("item rename weight Mood")
  }

  @Test func areTheSameItemToImports() async throws {
    let shell = try await shell()
    let file = try shell.write("date,w,m\n2026-01-01,80,HAPPY\n2026-01-02,81,new\n", to: "a.csv")
    try await shell.run(
      "import \(file) --date date --item weight:singleValue:w --item MOOD:singleOption:m")
    #expect(
      try await shell.run("item list --format csv").hasSuffix(
        "Mood,singleOption,,\"[\"\"happy\"\",\"\"calm\"\",\"\"new\"\"]\",[],2\n"
          + "Weight,singleValue,,[],\"[\"\"body\"\"]\",2\n"))
    #expect(
      try await message(
        shell, "import \(file) --date date --item a:singleValue:w --item A:singleValue:w")
        == "A is given twice")
    #expect(
      try await message(shell, "import \(file) --date date --item weight:interval:date")
        == "Weight is there already, and its kind is singleValue")
  }

  @Test func areTheSameItemToExports() async throws {
    let source = try await shell()
    try await source.run("log Weight 80 --at 2026-01-01")
    try await source.run("log Mood calm --at 2026-01-01")
    let file = try source.write("", to: "all.json")
    try await source.run("export \(file) --overwrite")
    let shell = try TrackerShell()
    try await shell.run("item add weight --kind singleValue --tag BODY")
    try await shell.run("item add mood --kind singleOption --option CALM")
    let answer = try await shell.run("import \(file)")
    #expect(answer == "added 1 option, 2 data points\n")
    #expect(try await shell.run("data list mood --format csv").contains("CALM"))
  }
}
