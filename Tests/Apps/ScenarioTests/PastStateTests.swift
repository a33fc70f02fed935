import Foundation
import StrataTestSupport
import Testing

/// What saves have changed, and past states, in `strata open` and on pages.
@Suite(.timeLimit(.scaledMinutes(5))) struct StoredPasts {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let made = try shell.run([
      "--store", shell.store, "-c", "item add Weight --kind singleValue --unit kg", "-c",
      "log Weight 98 --at 2026-02-01", "-c", "item rename Weight Mass", "-c",
      "data delete last", "-c", "item add Mood --option good,bad",
    ])
    try #require(made.status == 0, "\(made.error)")
  }

  private func open(_ words: String, format: String = "csv") throws -> AppShell.Result {
    try shell.pipeline(
      "\"$(dirname \"$APPSHELL\")/strata\" open '\(shell.store)' \(words) --format \(format)")
  }

  @Test func showWhatASaveHasChanged() throws {
    #expect(
      try open("changes 3").lines == [
        "change,object,property,before,after", "update,Item/1,name,Weight,Mass",
      ])
    let deletion = try open("changes 4").lines
    #expect(deletion.contains("delete,ItemData/1,dataContent.value1,98.0,"), "\(deletion)")
    #expect(deletion.contains("delete,ItemData/1,item,Item/1,"))
    #expect(try open("changes 99").error.contains("remembers no save 99"))
    #expect(try open("changes 3 --limit 1").error.contains("--limit is for an object"))
  }

  @Test func showTheChangesOfAnObject() throws {
    let item = try open("changes Item/1").lines
    #expect(item.first == "number,time,author,change,property,before,after")
    #expect(item.last?.hasSuffix(",appshell,update,name,Weight,Mass") == true, "\(item)")
    #expect(try open("changes Item/1 --limit 1").lines.count == 2)
    // A deleted object is remembered.
    #expect(try open("changes ItemData/1").lines.last?.contains(",delete,item,Item/1,") == true)
    #expect(try open("changes Item/99").error.contains("remembers no change of Item/99"))
    #expect(try open("changes Itm/1").error.contains("names no object"))
  }

  @Test func showADifferenceInEitherDirection() throws {
    let forth = try open("difference 2 3").lines
    let back = try open("difference 3 2").lines
    #expect(forth.last == "update,Item/1,name,Weight,Mass")
    #expect(back.last == "update,Item/1,name,Mass,Weight")
    #expect(try open("difference 2000-01-01").lines == open("difference 0").lines)
    #expect(try open("difference 5").lines.count == 1)
    #expect(
      try open("difference tomorrow").error.contains("neither the number of a save nor a date"))
    #expect(
      try open("difference 0 99").error.contains("there is no save 99 yet; the last one is 5"))
  }

  @Test func readThePast() throws {
    #expect(try open("fetch Item --at 2").lines.last?.hasPrefix("Item/1,Weight,") == true)
    #expect(try open("count Item --at 2").lines == ["count", "1"])
    #expect(try open("count Item").lines == ["count", "2"])
    #expect(try open("show ItemData/1 --at 3").lines.contains("dataContent.value1,98.0"))
    #expect(try open("show ItemData/1").status != 0)
    #expect(try open("aggregate ItemData 'count(*)' --at 2").lines.last == "1")
    #expect(try open("count Item --at 2000-01-01").lines == ["count", "0"])
    #expect(try open("count Item --at 2999-01-01").lines == ["count", "2"])
  }

  @Test func leaveTheStoreAsItWas() throws {
    func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: shell.store)) }
    let before = try bytes()
    _ = try open("changes Item/1")
    _ = try open("fetch Item --at 2")
    #expect(try bytes() == before)
  }

  @Test func areShownOnPages() async throws {
    let pages = try await ServedPages(shell, [shell.store])
    let changes = try pages.get("/changes?id=Item/1")
    #expect(changes.contains(">Weight</td>") && changes.contains("save?number=3"), "\(changes)")
    let save = try pages.get("/save?number=3")
    #expect(save.contains("item rename Weight Mass") && save.contains(">Mass</td>"), "\(save)")
    #expect(!save.contains("<button>Take it back"))
    #expect(try pages.get("/save.csv?number=3").contains("update,Item/1,name,Weight,Mass"))
    #expect(try pages.get("/changes.json?id=Item/1").contains("\"after\":\"Mass\""))
    #expect(ServedPages.status(try pages.get("/save?number=99")) == "404")
    // Each link of a past state leads to the same state.
    let past = try pages.get("/at/2/entity?name=ItemData")
    #expect(past.contains("href=\"object?id=Item%2F1\" title=\"Item/1\">Weight</a>"), "\(past)")
    #expect(past.contains("The store as it was after") && past.contains(">98.0<"))
    #expect(try pages.get("/at/2/object?id=Item/1").contains("<h1>Weight · Item/1</h1>"))
    #expect(try pages.get("/object?id=Item/1").contains("<h1>Mass · Item/1</h1>"))
    #expect(ServedPages.status(try pages.get("/at/2/object?id=Item/2")) == "404")
    let moved = try pages.get("/past?page=object%3Fid%3DItem%252F1&at=2999-01-01T00:00")
    #expect(moved.contains("Location: /at/2999-01-01T00%3A00/object?id=Item%2F1&"), "\(moved)")
    #expect(try pages.get("/at/2999-01-01T00%3A00/object?id=Item%2F1").contains("Mass · Item/1"))
    for wrong in [
      "/past?page=//elsewhere&at=2", "/past?page=edit&at=2", "/at/2/changes?id=Item/1", "/at/2/sql",
      "/at/2/edit?id=Item/1",
    ] {
      #expect(ServedPages.status(try pages.get(wrong)) == "404", "\(wrong)")
    }
    for wrong in ["/at/99/", "/at/x/", "/at/-1/"] {
      #expect(ServedPages.status(try pages.get(wrong)) == "400", "\(wrong)")
    }
  }
}

/// Folders and archives as they come from a phone or a simulator.
@Suite(.timeLimit(.scaledMinutes(5))) struct AppContainers {
  private let shell: AppShell
  private let store: String

  init() throws {
    shell = try AppShell()
    let folder = shell.folder.url.appendingPathComponent(
      "App.xcappdata/AppData/Library/Application Support")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = folder.appendingPathComponent("default.store").path
    let made = try shell.run(["--store", store, "-c", "item add Weight --kind singleValue"])
    try #require(made.status == 0, "\(made.error)")
    // What apps have beside it.
    try Data("SQLite format 3\0 is how it begins".utf8).write(
      to: folder.appendingPathComponent("half.sqlite"))
    try Data("a text".utf8).write(to: folder.appendingPathComponent("notes.txt"))
  }

  private func strata(_ words: String) throws -> AppShell.Result {
    try shell.pipeline(
      "cd '\(shell.folder.url.path)' && \"$(dirname \"$APPSHELL\")/strata\" \(words)")
  }

  @Test func haveTheirOneStoreOpened() throws {
    let found = try strata("open App.xcappdata count Item --format csv")
    #expect(found.lines == ["count", "1"], "\(found.error)")
    #expect(try strata("edit App.xcappdata set Item/1 unit kg").status == 0)
    #expect(try strata("open App.xcappdata show Item/1 --format csv").lines.contains("unit,kg"))
  }

  @Test func areReadFromAnArchive() throws {
    let packed = try strata("--version && zip -qr app.zip App.xcappdata")
    try #require(packed.status == 0, "\(packed.error)")
    let found = try strata("open app.zip count Item --format csv")
    #expect(found.lines == ["count", "1"], "\(found.error)")
    let refused = try strata("edit app.zip set Item/1 unit kg")
    #expect(refused.status != 0 && refused.error.contains("unpack it, and give the folder"))
    try Data("PK no archive".utf8).write(to: shell.folder.url.appendingPathComponent("bad.zip"))
    let bad = try strata("open bad.zip")
    #expect(bad.status != 0 && bad.error.contains("can't be unpacked; is it damaged?"))
  }

  @Test func withoutAStoreOrWithSeveralSaySo() throws {
    try FileManager.default.copyItem(
      atPath: store, toPath: shell.folder.url.appendingPathComponent("other.store").path)
    let several = try strata("open .")
    #expect(several.status != 0 && several.error.contains("has 2 stores:"), "\(several.error)")
    #expect(several.error.contains("/other.store") && several.error.contains("/default.store"))
    try FileManager.default.createDirectory(
      at: shell.folder.url.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let none = try strata("open empty")
    #expect(none.status != 0 && none.error.contains("no store of Strata, Core Data or SwiftData"))
  }
}
