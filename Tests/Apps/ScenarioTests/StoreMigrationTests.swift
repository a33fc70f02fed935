import Foundation
import StrataDescriptions
import StrataManagedObjects
import StrataModelFiles
import StrataSQLite
import StrataTestSupport
import Testing

/// The commands `strata store plan` and `strata store migrate` with a model file, on a store of managed objects.
///
/// The store is of the version “Books”. In “Books 2”, the current one, `pages` is called `length`, and in “Books 3” that
/// has another type.
@Suite(.timeLimit(.scaledMinutes(5))) struct StoreMigrations {
  private let command: StrataCommand
  private let store = "notes.store"

  init() throws { command = try StrataCommand() }

  private var url: URL { command.shell.folder.file(store) }

  private static let attributes = """
    <attribute name="title" attributeType="String" defaultValueString="untitled"/>
    <attribute name="pages" optional="YES" attributeType="Integer 32"/>
    """

  /// Writes a model with one entity, as the version of a folder of its own.
  private func writeModel(_ attributes: String, entity: String = #"name="Book""#) throws {
    try command.write("<entity \(entity)>\(attributes)</entity>", to: "Own.xcdatamodel")
  }

  private func coordinator(
    _ model: String, migrates: Bool = false, at place: URL? = nil
  ) throws -> NSPersistentStoreCoordinator {
    let coordinator = try NSPersistentStoreCoordinator(
      managedObjectModel: try ManagedObjectModel(contentsOf: command.shell.folder.file(model)))
    let description = NSPersistentStoreDescription(url: place ?? url)
    description.shouldMigrateStoreAutomatically = migrates
    try coordinator.addPersistentStore(description)
    return coordinator
  }

  private func version(_ name: String) -> String { "Books.xcdatamodeld/\(name).xcdatamodel" }

  /// Makes the store with a program's coordinator, and saves books in it.
  private func makeStore(_ model: String? = nil, _ titles: [String] = ["Emma"]) throws {
    let context = NSManagedObjectContext(.privateQueue)
    let coordinator = try coordinator(model ?? version("Books"), migrates: true)
    context.persistentStoreCoordinator = coordinator
    for title in titles {
      let book = try context.insertNewObject(forEntityName: "Book")
      try book.setValue(title, forKey: "title")
      try book.setValue(300, forKey: "pages")
    }
    try context.save()
  }

  private func values(_ key: String, model: String) throws -> [Int] {
    let context = NSManagedObjectContext(.privateQueue)
    let coordinator = try coordinator(model)
    context.persistentStoreCoordinator = coordinator
    return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")).map {
      try #require(try $0.value(forKey: key) as? Int)
    }
  }

  private func migrate(_ words: String..., model: String = "Books.xcdatamodeld") throws
    -> AppShell.Result
  {
    try command.run(["store", "migrate", store, "--model", model] + words)
  }

  private func plan(_ words: String..., model: String = "Books.xcdatamodeld") throws
    -> AppShell.Result
  {
    try command.run(["store", "plan", store, "--model", model, "--format", "csv"] + words)
  }

  /// What the store says of itself, without the path.
  private func status() throws -> [String] {
    let status = try command.run(["store", "status", store, "--format", "csv"])
    #expect(status.status == 0, "\(status.error)")
    return status.lines
  }

  private func fingerprint() throws -> String {
    try #require(try status().first { $0.hasPrefix("fingerprint,") })
  }

  private func expectUnchanged(_ fingerprint: String) throws {
    #expect(try self.fingerprint() == fingerprint)
    #expect(try values("pages", model: version("Books")).allSatisfy { $0 == 300 })
  }

  @Test func migrateForAProgramThatMayNot() throws {
    try makeStore()
    #expect(throws: ManagedObjectError.otherVersion(path: url.path)) {
      try coordinator(version("Books 2"))
    }
    let before = try fingerprint()
    let migrated = try migrate("--yes", "--format", "csv")
    #expect(migrated.status == 0 && migrated.error == "migrated notes.store\n", "\(migrated)")
    #expect(
      migrated.output == """
        effect,place,change
        inferred,Book.length,"was called pages, as its renaming identifier says"

        """)
    let after = try fingerprint()
    #expect(after != before)
    #expect(try values("length", model: version("Books 2")) == [300])
    #expect(try fingerprint() == after)
    #expect(try command.run(["store", "check", store]).output == "the store is sound\n")
    let again = try migrate()
    #expect(
      again == .init(status: 0, output: "notes.store: there is nothing to migrate\n", error: ""))
    #expect(try plan().status == 0)
  }

  @Test func chooseAVersion() throws {
    try makeStore()
    let same = try migrate("--model-version", "Books")
    #expect(same.status == 0 && same.output.contains("nothing to migrate"), "\(same.error)")
    let unknown = try migrate("--model-version", "Books 9")
    #expect(unknown.status == 3 && unknown.error.contains("Books 9"), "\(unknown.error)")
  }

  @Test func listStepsAndChangeNothing() throws {
    try makeStore()
    let before = try fingerprint()
    let planned = try plan()
    #expect(planned.status == 0 && planned.error == "notes.store: it can be migrated\n")
    #expect(
      planned.output == """
        effect,place,change
        inferred,Book.length,"was called pages, as its renaming identifier says"

        """)
    try expectUnchanged(before)
  }

  @Test func askInsteadOfChangingUnasked() throws {
    try makeStore()
    let before = try fingerprint()
    let refused = try migrate("--backup", "before.store")
    #expect(refused.status == 1 && refused.output.contains("Book.length"))
    #expect(refused.error.contains("there is nobody to ask"), "\(refused.error)")
    #expect(refused.error.contains("hint: say so with --yes"))
    #expect(!FileManager.default.fileExists(atPath: command.shell.folder.file("before.store").path))
    try expectUnchanged(before)
  }

  @Test(arguments: [("n\n", "nothing was changed"), ("y\n", "migrated notes.store")])
  func askAtATerminal(answer: String, outcome: String) throws {
    try makeStore()
    let before = try fingerprint()
    let terminal = try TerminalSession(
      try BuiltProgram.url("strata"),
      [
        "store", "migrate", url.path, "--model",
        command.shell.folder.file("Books.xcdatamodeld").path,
      ],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": command.shell.folder.url.path, "LANG": "C.UTF-8",
        "TERM": "xterm",
      ])
    try terminal.wait(for: "migrate notes.store? [y/N] ")
    terminal.type(answer)
    try terminal.wait(for: outcome)
    #expect(try terminal.end().status == 0)
    #expect(try (fingerprint() == before) == (answer == "n\n"))
  }

  @Test func refuseAnotherType() throws {
    try makeStore()
    let before = try fingerprint()
    let planned = try plan("--model-version", "Books 3")
    #expect(planned.status == 1 && planned.lines.count == 2, "\(planned.output)")
    #expect(planned.lines[1].hasPrefix("refused,Book.length,"))
    #expect(planned.error == "notes.store: it can't be migrated\n")
    let refused = try migrate("--model-version", "Books 3", "--yes", "--backup", "before.store")
    #expect(refused.status == 1 && refused.output.contains("Book.length"), "\(refused)")
    #expect(refused.error.contains("a step is refused, so that notes.store stays as it is"))
    #expect(!FileManager.default.fileExists(atPath: command.shell.folder.file("before.store").path))
    try expectUnchanged(before)
  }

  @Test(arguments: [([], 0), (["Emma"], 1), (["Emma", "Persuasion"], 1)])
  func refuseARequiredAttributeWhereObjectsLackIt(titles: [String], status: Int) throws {
    try writeModel(Self.attributes)
    try makeStore("Own.xcdatamodel", titles)
    try writeModel(Self.attributes + #"<attribute name="isbn" attributeType="String"/>"#)
    let planned = try plan(model: "Own.xcdatamodel")
    #expect(planned.status == status, "\(planned)")
    let migrated = try migrate("--yes", "--format", "csv", model: "Own.xcdatamodel")
    #expect(migrated.status == status, "\(migrated)")
    #expect(
      migrated.lines[1].hasPrefix(
        status == 0
          ? "inferred,Book.isbn,is new and required"
          : "refused,Book.isbn,\"is new and may not be nil, and \(titles.count) object"))
  }

  @Test func refuseDuplicatesOfWhatShallBeUnique() throws {
    try writeModel(Self.attributes)
    try makeStore("Own.xcdatamodel", ["Emma", "Emma"])
    try writeModel(
      Self.attributes + """
        <uniquenessConstraints><uniquenessConstraint><constraint value="title"/>
        </uniquenessConstraint></uniquenessConstraints>
        """)
    let before = try fingerprint()
    let planned = try plan(model: "Own.xcdatamodel")
    #expect(planned.status == 1 && planned.output.contains("refused,Book.title,"), "\(planned)")
    let refused = try migrate("--yes", model: "Own.xcdatamodel")
    #expect(refused.status == 1 && refused.error.contains("notes.store stays as it is"))
    #expect(refused.error.contains("2 objects have 'Emma'"), "\(refused.error)")
    #expect(try fingerprint() == before)
  }

  @Test func preserveWhatTheModelLacks() throws {
    try writeModel(Self.attributes)
    try makeStore("Own.xcdatamodel")
    try writeModel(#"<attribute name="title" attributeType="String"/>"#)
    let migrated = try migrate("--yes", "--format", "csv", model: "Own.xcdatamodel")
    #expect(migrated.status == 0, "\(migrated.error)")
    #expect(
      migrated.lines[1] == "none,Book.pages,is gone; its values stay in the store",
      "\(migrated.output)")
    let sql = try command.run(["store", "sql", store, "SELECT pages FROM Book", "--format", "csv"])
    #expect(sql.output == "pages\n300\n", "\(sql.error)")
    _ = try coordinator("Own.xcdatamodel")
  }

  @Test func finishWhatEndedBeforeTheRecord() throws {
    try makeStore()
    let connection = try Connection(path: url.path)
    let former = try #require(
      try connection.rows(
        "SELECT value FROM strata_metadata WHERE name = 'coreDataMetadata'"
      ) { $0.text(at: 0) }.first)
    #expect(try migrate("--yes").status == 0)
    // As if the program had ended between the tables and the record.
    try connection.run(
      "UPDATE strata_metadata SET value = \(bind: former) WHERE name = 'coreDataMetadata'")
    #expect(throws: ManagedObjectError.otherVersion(path: url.path)) {
      try coordinator(version("Books 2"))
    }
    let again = try migrate("--yes")
    #expect(again.status == 0 && again.output.contains("migrated notes.store"), "\(again)")
    #expect(try values("length", model: version("Books 2")) == [300])
  }

  @Test func recordAVersionWithTheSameTables() throws {
    try writeModel(Self.attributes)
    try makeStore("Own.xcdatamodel")
    try writeModel(Self.attributes, entity: #"name="Book" versionHashModifier="2""#)
    #expect(throws: ManagedObjectError.otherVersion(path: url.path)) {
      try coordinator("Own.xcdatamodel")
    }
    let migrated = try migrate("--yes", "--format", "csv", model: "Own.xcdatamodel")
    #expect(migrated.status == 0, "\(migrated.error)")
    #expect(
      migrated.lines[1] == "none,Book,\"has another version, which the store records\"",
      "\(migrated.output)")
    _ = try coordinator("Own.xcdatamodel")
  }

  @Test func refuseToLeaveObjectsOfARenamedEntity() throws {
    try writeModel(Self.attributes)
    try makeStore("Own.xcdatamodel")
    try writeModel(Self.attributes, entity: #"name="Volume" elementID="Book""#)
    let refused = try migrate("--yes", "--format", "csv", model: "Own.xcdatamodel")
    #expect(refused.status == 1, "\(refused)")
    #expect(refused.output.contains("refused,Volume,\"was called Book"), "\(refused.output)")
    #expect(refused.output.contains("1 object would stay there"))
  }

  @Test func askForTheConfiguration() throws {
    func write(_ more: String) throws {
      try command.write(
        """
        <entity name="Book">\(Self.attributes)\(more)</entity>
        <entity name="Page"><attribute name="text" optional="YES" attributeType="String"/></entity>
        <configuration name="Library"><memberEntity name="Book"/></configuration>
        """, to: "Own.xcdatamodel")
    }
    try write("")
    do {
      let coordinator = try NSPersistentStoreCoordinator(
        managedObjectModel: try ManagedObjectModel(
          contentsOf: command.shell.folder.file("Own.xcdatamodel")))
      let description = NSPersistentStoreDescription(url: url)
      description.configuration = "Library"
      try coordinator.addPersistentStore(description)
    }
    try write(#"<attribute name="isbn" optional="YES" attributeType="String"/>"#)
    let unclear = try migrate("--yes", model: "Own.xcdatamodel")
    #expect(unclear.status == 1 && unclear.error.contains("has the configurations Library"))
    #expect(unclear.error.contains("--configuration NAME"), "\(unclear.error)")
    let wrong = try migrate("--yes", "--configuration", "Shop", model: "Own.xcdatamodel")
    #expect(wrong.status == 1 && wrong.error.contains("no configuration Shop"), "\(wrong.error)")
    let migrated = try migrate("--yes", "--configuration", "Library", model: "Own.xcdatamodel")
    #expect(migrated.status == 0 && migrated.output.contains("Book.isbn"), "\(migrated.error)")
    #expect(try !status().contains { $0.contains("Page") })
  }

  @Test func copyTheStoreFirst() throws {
    try makeStore()
    try command.shell.write("mine", to: "taken.store")
    let before = try fingerprint()
    let taken = try migrate("--yes", "--backup", "taken.store")
    #expect(taken.status == 1 && taken.error.contains("give another name"), "\(taken.error)")
    try expectUnchanged(before)
    let migrated = try migrate("--yes", "--backup", "before.store")
    #expect(migrated.status == 0, "\(migrated.error)")
    #expect(migrated.output.hasSuffix("before.store\nmigrated notes.store\n"))
    let copy = command.shell.folder.file("before.store")
    _ = try coordinator(version("Books"), at: copy)
    #expect(try command.run(["store", "check", "before.store"]).status == 0)
  }

  @Test func takeNoStoreWithFaultsWhoseCopyIsAskedFor() throws {
    try makeStore()
    try Connection(path: url.path).execute("UPDATE strata_keys SET next = 0")
    let check = try command.run(["store", "check", store])
    let migrated = try migrate("--yes", "--backup", "before.store")
    #expect(check.status == 1 && migrated.status == 1, "\(check) \(migrated)")
    #expect(migrated.error.contains("store check lists what is wrong"), "\(migrated.error)")
    _ = try coordinator(version("Books"))
  }

  @Test func leaveStoresOfClassesToTheirProgram() throws {
    let shell = command.shell
    let made = try shell.run(["--store", url.path, "demo"])
    #expect(made.status == 0, "\(made.error)")
    let before = try status()
    for refused in [try migrate("--yes"), try plan()] {
      #expect(refused.status == 1 && refused.output.isEmpty)
      #expect(refused.error.contains("it is a store of @Model classes"), "\(refused.error)")
      #expect(refused.error.contains("store plan --model SOURCES"))
    }
    #expect(try status() == before)
  }

  @Test func leaveAnImportToItsProgram() throws {
    try command.makeStore()
    let imported = try command.run([
      "import", "Books.sqlite", store, "--model", "Books.xcdatamodeld",
    ])
    #expect(imported.status == 0, "\(imported.error)")
    let refused = try migrate("--yes", "--model-version", "Books 2")
    #expect(refused.status == 1 && refused.error.contains("since it was imported"))
    _ = try coordinator(version("Books"))
    #expect(try migrate("--yes", "--model-version", "Books 2").status == 0)
  }

  @Test func leaveStoresOfCoreDataToIt() throws {
    try command.makeStore()
    for verb in ["migrate", "plan"] {
      let refused = try command.run([
        "store", verb, "Books.sqlite", "--model", "Books.xcdatamodeld",
      ])
      #expect(refused.status == 1 && refused.error.contains("a store of Core Data or SwiftData"))
      #expect(refused.error.contains("strata import"), "\(refused.error)")
    }
  }

  @Test func takeNoStoreOnAServer() throws {
    let refused = try command.run([
      "store", "migrate", "postgresql://nobody:secret@localhost:1/app", "--model",
      "Books.xcdatamodeld", "--yes",
    ])
    #expect(refused.status == 3 && refused.error.contains("managed objects"), "\(refused.error)")
    #expect(!refused.error.contains("secret"))
  }

  @Test func takeNoSourcesAndNoStoreForAModel() throws {
    try makeStore()
    try command.shell.write("@Model class Book { var title = \"\" }", to: "Book.swift")
    let sources = try migrate(model: "Book.swift")
    #expect(sources.status == 1 && sources.error.contains("store plan --model SOURCES"))
    let own = try migrate(model: store)
    #expect(own.status == 1 && own.error.contains("is a store of Strata"), "\(own.error)")
    #expect(try migrate(model: "None.xcdatamodeld").status == 3)
    #expect(try command.run(["store", "migrate", store]).status == 2)
    #expect(try plan("--namespace", "V1").status == 2)
    #expect(try plan("--configuration", "V1", model: "Book.swift").status == 2)
  }

  @Test func tellAStoreThatCannotBeRead() throws {
    try command.shell.write(String(repeating: "no store\n", count: 100), to: "text.store")
    try makeStore()
    try Connection(path: url.path).execute("PRAGMA user_version = 99")
    for (path, message) in [
      ("none.store", "there is no such file"), ("text.store", "is not a database"),
      (store, "written by a newer version"),
    ] {
      let refused = try command.run([
        "store", "migrate", path, "--model", "Books.xcdatamodeld", "--yes",
      ])
      #expect(refused.status == 3 && refused.error.contains(message), "\(refused.error)")
    }
  }

  @Test func waitForAWriterAndGiveUp() throws {
    try makeStore()
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try connection.execute("BEGIN IMMEDIATE; UPDATE Book SET title = title")
    let refused = try migrate("--yes")
    #expect(refused.status == 3 && refused.error.contains("hint: another program has it open"))
    try connection.execute("ROLLBACK")
    try expectUnchanged(try fingerprint())
    #expect(try migrate("--yes").status == 0)
  }
}
