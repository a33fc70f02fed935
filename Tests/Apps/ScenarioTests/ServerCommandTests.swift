import Foundation
import StrataTestSupport
import Testing

@Suite(.enabled(if: TestServer.hasPrograms), .timeLimit(.scaledMinutes(5)))
struct ServerCommands {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private func strata(_ words: String...) throws -> AppShell.Result {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    return try shell.pipeline("\"$(dirname \"$APPSHELL\")/strata\" \(quoted)")
  }

  private func appshell(_ store: URL, _ lines: String...) throws -> AppShell.Result {
    try shell.run(["--store", store.absoluteString] + lines.flatMap { ["-c", $0] })
  }

  /// The address of a store that the tracker has made.
  private func madeStore() throws -> URL {
    let store = TestServer.newStore()
    let made = try appshell(
      store,
      "item add Weight --kind singleValue", "log Weight 98 --at 2026-02-01")
    #expect(made.status == 0, "\(made.error)")
    return store
  }

  @Test func changeHowSavesShareAStore() throws {
    let store = try madeStore()
    let other = store.appending(queryItems: [URLQueryItem(name: "saves", value: "concurrent")])
    let refused = try appshell(other, "item list")
    #expect(refused.status == 3 && refused.error.contains("strata saves concurrent"))
    let changed = try strata("saves", "concurrent", store.absoluteString)
    #expect(changed.status == 0, "\(changed.error)")
    #expect((changed.output + changed.error).contains("were serial and are concurrent now"))
    let again = try strata("saves", "concurrent", store.absoluteString)
    #expect(again.status == 0 && (again.output + again.error).contains("are concurrent already"))
    let added = try appshell(other, "log Weight 97 --at 2026-02-02", "item show Weight")
    #expect(added.status == 0 && added.output.contains("97"), "\(added.error)")
    let back = try strata("saves", "serial", store.absoluteString)
    #expect(back.status == 0)
    #expect(try appshell(store, "check").status == 0)
  }

  @Test func lookAtAStore() throws {
    let store = try madeStore().absoluteString
    let status = try strata("store", "status", store, "--format", "csv")
    #expect(
      status.status == 0 && status.output.contains("objects of ItemData,1"), "\(status.error)")
    #expect(!status.output.contains("bytes of log"))
    let history = try strata("store", "history", store, "--limit", "1", "--format", "csv")
    #expect(history.status == 0 && history.lines.count == 2, "\(history.error)")
    let names = try strata("store", "sql", store, "SELECT name FROM \"Item\"", "--format", "csv")
    #expect(names.output == "name\nWeight\n", "\(names.error)")
    let copy = shell.folder.file("copy.store").path
    #expect(try strata("store", "backup", store, copy).status == 0)
    #expect(try strata("store", "check", copy).status == 0)
  }

  @Test func showAndChangeAStoreInABrowser() async throws {
    let store = try madeStore()
    let pages = try await ServedPages(shell, [store.absoluteString, "--edit"])
    #expect(try pages.get("/entity?name=Item").contains(">Weight<"))
    #expect(try pages.get("/object?id=Item/1").contains("<a href=\"object?id=ItemData%2F1\">"))
    let schema = try #require(
      URLComponents(url: store, resolvingAgainstBaseURL: false)?.queryItems?
        .first { $0.name == "schema" }?.value)
    #expect(try pages.get("/").contains("<h1>\(schema)</h1>"))
    #expect(ServedPages.status(try pages.get("/history")) == "200")
    let before = try pages.get("/version")
    let changed = try pages.post("/edit?id=Item/1", ["value:name": "Mass", "was:name": "Weight"])
    #expect(ServedPages.status(changed) == "303", "\(changed)")
    #expect(try pages.get("/version") != before)
    let stale = try pages.post("/edit?id=Item/1", ["value:name": "Body", "was:name": "Weight"])
    #expect(ServedPages.status(stale) == "409" && stale.contains("to “Mass”"), "\(stale)")
    let made = try pages.post("/insert?entity=Tag", ["value:name": "new", "wasnone:name": "1"])
    #expect(ServedPages.status(made) == "303", "\(made)")
    let question = try pages.get("/delete?id=Item/1")
    let version = try #require(question.firstMatch(of: /name="version" value="([0-9a-f]+)"/)?.1)
    let deleted = try pages.post("/delete?id=Item/1", ["version": String(version)])
    #expect(ServedPages.status(deleted) == "303", "\(deleted)")
    let left = try appshell(store, "count ItemData where item == nil", "count Tag", "check")
    #expect(left.output.contains("    0\n") && left.output.contains("    1\n"), "\(left)")
    #expect(left.output.contains("the store is sound"), "\(left.error)")
  }

  /// A colleague looks at a service's store as a user who can change nothing.
  @Test func lookAtAStoreAsAUserWhoOnlyReads() async throws {
    let server = try TestServer.ownServer
    let schema = "looked_\(UInt32.random(in: .min ... .max))"
    let items = [URLQueryItem(name: "schema", value: schema)]
    let made = try appshell(
      server.url.appending(queryItems: items),
      "item add Weight --kind singleValue", "log Weight 98 --at 2026-02-01")
    #expect(made.status == 0, "\(made.error)")
    let user = "looker_\(schema)"
    try server.execute(
      """
      CREATE ROLE \(user) LOGIN; GRANT USAGE ON SCHEMA \(schema) TO \(user);
      GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(user)
      """)
    let store = server.url(user: user).appending(queryItems: items).absoluteString
    let copy = shell.folder.file("copy.store").path
    for words in [
      ["store", "status", store], ["store", "history", store], ["store", "check", store],
      ["store", "sql", store, "SELECT name FROM \"Item\""], ["store", "backup", store, copy],
      ["open", store, "fetch", "Item"], ["copy", store, copy + "2"], ["store", "check", copy],
      ["store", "plan", store, "--model", copy, "--sql"],
    ] {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let result = try shell.pipeline("\"$(dirname \"$APPSHELL\")/strata\" \(quoted)")
      #expect(result.status == 0, "\(words): \(result.error)")
    }
    let pages = try await ServedPages(shell, [store])
    for target in ["/", "/entity?name=Item", "/object?id=Item/1", "/history", "/version"] {
      #expect(ServedPages.status(try pages.get(target)) == "200", "\(target)")
    }
    #expect(try pages.get("/entity?name=Item").contains(">Weight<"))
    for words in [["edit", store, "set", "Item/1", "name", "Mass"], ["serve", store, "--edit"]] {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let result = try shell.pipeline("\"$(dirname \"$APPSHELL\")/strata\" \(quoted)")
      #expect(
        result.status == 3 && result.error.contains("GRANT SELECT, INSERT, UPDATE, DELETE"),
        "\(result.error)")
    }
  }

  /// The statements by which a store gets what a newer program's models have.
  @Test(arguments: [false, true]) func printTheStatementsOfAMigration(onServer: Bool) throws {
    let store =
      onServer ? TestServer.newStore().absoluteString : shell.folder.file("old.store").path
    let (new, missing) = (shell.folder.file("new.store").path, shell.folder.file("none.store").path)
    let line = "item add Weight --kind singleValue"
    for words in [["--store", store, "--without", "goals"], ["--store", new]] {
      let made = try shell.run(words + ["-c", line])
      #expect(made.status == 0, "\(made.error)")
    }
    let plan = try strata("store", "plan", store, "--model", new, "--sql")
    #expect(plan.status == 0 && plan.output.contains("CREATE TABLE \"Goal\""), "\(plan.error)")
    #expect(
      plan.output.contains("ADD CONSTRAINT") == onServer && plan.output.contains("-- Digest: "))
    #expect(try strata("store", "plan", store, "--model", new, "--sql").output == plan.output)
    let sources = try strata("store", "plan", store, "--model", shell.folder.url.path, "--sql")
    #expect(
      sources.status == 1
        && sources.error.contains("let a program with the new classes make a store"))
    let nowhere = try strata("store", "plan", store, "--model", missing, "--sql")
    #expect(nowhere.status == 3 && nowhere.error.contains("there is no such file"))
    // The newer program makes what was planned.
    #expect(try shell.run(["--store", store, "-c", "goal list"]).status == 0)
    let done = try strata("store", "plan", store, "--model", new, "--sql")
    #expect(done.status == 0 && (done.output + done.error).contains("there is nothing to migrate"))
  }

  @Test func changeAStoreInAShell() throws {
    let store = try madeStore()
    let set = try strata("edit", store.absoluteString, "set", "Item/1", "name", "Mass")
    #expect(set.status == 0, "\(set.error)")
    let plan = try strata("open", store.absoluteString, "--format", "csv", "fetch", "Item")
    #expect(plan.output.contains("Mass"), "\(plan.error)")
    #expect(try strata("store", "check", store.absoluteString).status == 0)
  }

  @Test func changeNothingByAStatement() throws {
    let store = try madeStore().absoluteString
    for sql in [
      "DELETE FROM \"Item\"", "WITH gone AS (DELETE FROM \"Item\" RETURNING 1) SELECT 1",
      "SELECT 1; DELETE FROM \"Item\"", "COPY \"Item\" TO PROGRAM $$cat$$",
    ] {
      let refused = try strata("store", "sql", store, sql)
      #expect(refused.status != 0 && refused.error.contains("error: "), "\(sql): \(refused.output)")
    }
    let count = try strata("store", "sql", store, "SELECT count(*) AS n FROM \"Item\"")
    #expect(count.output.contains("1"))
  }

  @Test func refuseAnotherWayToSave() throws {
    let store = try madeStore()
    let mistaken = try strata("saves", "parallel", store.absoluteString)
    #expect(mistaken.status == 2 && mistaken.error.contains("it is serial or concurrent"))
    let missing = try strata("saves", "serial", TestServer.newStore().absoluteString)
    #expect(missing.status == 3 && missing.error.contains("there is no store in the schema"))
    let file = try strata("saves", "serial", shell.store)
    #expect(file.status == 2 && file.error.contains("is a file"))
  }

  @Test func sayNothingBesideTheirOutputAtAStandby() throws {
    let primary = try PrivateServer()
    let made = try appshell(primary.url, "item add Weight --kind singleValue")
    #expect(made.status == 0, "\(made.error)")
    let standby = try PrivateServer(standbyOf: primary)
    let checked = try strata("store", "check", standby.url.absoluteString)
    #expect(checked.status == 0 && checked.error == "", "\(checked.error)")
    let information = try strata("open", standby.url.absoluteString, "info")
    #expect(information.status == 0 && information.error == "", "\(information.error)")
  }
}
