import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

/// The forms of `strata serve --edit`, sent by raw requests.
@Suite(.timeLimit(.scaledMinutes(5))) final class EditedStores {
  private let shell: AppShell
  private let pages: ServedPages

  init() async throws {
    shell = try AppShell()
    let made = try shell.run([
      "--store", shell.store, "-c", "item add Weight --kind singleValue", "-c",
      "log Weight 98 --at 2026-02-01", "-c", "item add Rain --kind singleValue", "-c",
      "insert Tag name=health", "-c", "insert Tag name=wet",
    ])
    try #require(made.status == 0, "\(made.error)")
    pages = try await ServedPages(shell, [shell.store, "--edit"])
  }

  private func status(_ answer: String) -> String { ServedPages.status(answer) }

  private func fetch(_ words: String...) throws -> [String] {
    let words = words.joined(separator: " ")
    let result = try shell.run(["--store", shell.store, "--format", "csv", "-c", words])
    #expect(result.status == 0, "\(result.error)")
    return result.lines
  }

  /// The value of an attribute of an object, as the object's page shows it.
  private func shown(_ name: String, of object: String) throws -> String? {
    let page = try pages.get("/object?id=\(object)")
    // Behind the name of a relationship is the number of its members.
    guard
      let start = page.range(of: "<dt>\(name)(| \\([^)]*\\))</dt><dd>", options: .regularExpression)
    else { return nil }
    return page[start.upperBound...].components(separatedBy: "</dd>")[0]
  }

  @Test func changeAttributes() throws {
    let page = try pages.get("/edit?id=Item/1")
    #expect(page.contains("<textarea rows=\"1\" id=\"f0\" name=\"value:name\">\nWeight</textarea>"))
    #expect(page.contains("name=\"wasnone:unit\"") && page.contains("name=\"none:unit\""))
    let saved = try pages.post(
      "/edit?id=Item/1",
      [
        "value:name": "Mass", "was:name": "Weight", "value:unit": "kg", "wasnone:unit": "1",
        "none:unit": "1",
      ])
    #expect(status(saved) == "303" && saved.contains("\r\nLocation: /object?id=Item%2F1\r\n"))
    #expect(try shown("name", of: "Item/1") == "Mass" && shown("unit", of: "Item/1") == "kg")
    let none = try pages.post(
      "/edit?id=Item/1", ["value:unit": "kg", "was:unit": "kg", "none:unit": "1"])
    #expect(status(none) == "303")
    #expect(try shown("unit", of: "Item/1")?.contains("–") == true)
    let empty = try pages.post("/edit?id=Item/1", ["value:unit": "", "wasnone:unit": "1"])
    #expect(try status(empty) == "303" && shown("unit", of: "Item/1") == "")
    #expect(try fetch("history --limit 1").last?.contains(",strata serve,") == true)
    #expect(try shell.run(["--store", shell.store, "-c", "check"]).status == 0)
  }

  @Test func preserveTheRecordedSchema() throws {
    func fingerprint() throws -> String {
      let result = try shell.pipeline(
        "\"$(dirname \"$APPSHELL\")/strata\" store status '\(shell.store)' --format csv")
      return try #require(result.lines.first { $0.hasPrefix("fingerprint,") })
    }
    let before = try fingerprint()
    #expect(
      status(try pages.post("/edit?id=Tag/1", ["value:name": "body", "was:name": "health"]))
        == "303")
    #expect(try fingerprint() == before)
  }

  @Test func changeInAShellMeanwhile() throws {
    func edit(_ words: String) throws -> AppShell.Result {
      try shell.pipeline("\"$(dirname \"$APPSHELL\")/strata\" edit '\(shell.store)' \(words)")
    }
    #expect(try edit("--author desk set Item/1 unit kg").status == 0)
    #expect(try shown("unit", of: "Item/1") == "kg")
    #expect(try fetch("history --limit 1").last?.contains(",desk,") == true)
    // The former value is remembered, although the class that asks for it isn't there.
    #expect(try shell.run(["--store", shell.store, "-c", "undo --save 6"]).status == 0)
    #expect(try shown("unit", of: "Item/1")?.contains("–") == true)
    let unknown = try edit("set Item/1 nme x")
    #expect(unknown.status != 0 && unknown.error.contains("did you mean name?"))
  }

  @Test func changeLinks() throws {
    #expect(try pages.get("/edit?id=ItemData/1").contains("name=\"was:item\" value=\"Item/1\""))
    let moved = try pages.post(
      "/edit?id=ItemData/1", ["value:item": "Item/2", "was:item": "Item/1"])
    #expect(status(moved) == "303", "\(moved)")
    #expect(try shown("data", of: "Item/2")?.contains("ItemData/1") == true)
    #expect(try shown("data", of: "Item/1")?.contains("ItemData/1") == false)
    for (name, words) in [
      ("Item/99", "there is no Item/99"), ("Tag/1", "Tag/1 is no Item"), ("x", "names no object"),
    ] {
      let wrong = try pages.post(
        "/edit?id=ItemData/1", ["value:item": name, "was:item": "Item/2"])
      #expect(status(wrong) == "400" && wrong.contains(words), "\(wrong)")
      #expect(wrong.contains("class=\"fault\"") && wrong.contains("value=\"\(name)\""))
    }
  }

  @Test func addAndTakeOutMembers() throws {
    let page = try pages.get("/edit?id=Item/1")
    #expect(page.contains("name=\"add:tags\"") && page.contains("<option value=\"Tag/2\">wet"))
    let added = try pages.post("/edit?id=Item/1", ["add:tags": "Tag/1, Tag/2"])
    #expect(status(added) == "303", "\(added)")
    #expect(try shown("tags", of: "Item/1")?.contains(">wet<") == true)
    let boxes = try pages.get("/edit?id=Item/1")
    #expect(boxes.contains("name=\"drop:tags:Tag/1\" value=\"1\"> take out health"), "\(boxes)")
    // Another program's member stays.
    let swapped = try pages.post("/edit?id=Item/1", ["drop:tags:Tag/1": "1", "add:tags": ""])
    #expect(status(swapped) == "303", "\(swapped)")
    #expect(try shown("tags", of: "Item/1")?.contains("health") == false)
    #expect(try shown("items", of: "Tag/2")?.contains("Weight") == true)
    let wrong = try pages.post("/edit?id=Item/1", ["add:tags": "Tag/99"])
    #expect(status(wrong) == "400" && wrong.contains("there is no Tag/99"))
    #expect(wrong.contains("value=\"Tag/99\""))
    // What changes nothing is no save.
    let saves = try fetch("history").count
    for values in [["add:tags": "Tag/2"], ["drop:tags:Tag/1": "1"], ["drop:tags:Tag/99": "1"]] {
      let body = values.map { "\($0.key)=\($0.value)" }.joined()
      #expect(status(try pages.post("/edit?id=Item/1", body: body)) == "303", "\(body)")
    }
    #expect(try fetch("history").count == saves)
    #expect(status(try pages.post("/edit?id=Item/1", body: "drop:tags:x=1")) == "400")
    // A relationship with one at the other end, which needs none of the other members.
    #expect(status(try pages.post("/edit?id=Item/2", body: "add:data=ItemData/1")) == "303")
    #expect(try shown("item", of: "ItemData/1")?.contains("Rain") == true)
    #expect(status(try pages.post("/edit?id=Item/2", body: "drop:data:ItemData/1=1")) == "303")
    #expect(try shown("item", of: "ItemData/1")?.contains("–") == true)
    for body in ["add:nope=Tag/1", "drop:tags=1", "drop:name:Tag/1=1", "add:name=x"] {
      #expect(status(try pages.post("/edit?id=Item/1", body: body)) == "400", "\(body)")
    }
  }

  @Test func fillInWhatNobodyTypes() throws {
    let page = try pages.get("/insert?entity=Item")
    let uid = try #require(
      page.firstMatch(of: /name="value:uid" value="([0-9A-F-]{36})"/)?.1, "\(page)")
    let time = try #require(
      page.firstMatch(of: /name="value:createTimestamp" value="([^"]+)"/)?.1, "\(page)")
    #expect(page.contains("<option selected>false</option>"))
    let made = try pages.post(
      "/insert?entity=Item",
      [
        "value:name": "Steps", "value:kind": "singleValue", "value:uid": String(uid),
        "value:createTimestamp": String(time), "add:tags": "Tag/1", "value:countsAtEnd": "false",
      ])
    #expect(status(made) == "303", "\(time) \(made.suffix(6_000))")
    #expect(try shown("tags", of: "Item/3")?.contains("health") == true)
  }

  @Test func takeASaveBack() throws {
    let version = try #require(
      try pages.get("/delete?id=Item/1").firstMatch(of: /name="version" value="([0-9a-f]+)"/)?.1)
    #expect(status(try pages.post("/delete?id=Item/1", ["version": String(version)])) == "303")
    // Who has deleted it, and what it was.
    let gone = try pages.get("/object?id=Item/1")
    #expect(status(gone) == "404" && gone.contains("strata serve has deleted it"), "\(gone)")
    #expect(gone.contains("save?number=6") && gone.contains("/at/5/object?id=Item%2F1"))
    let save = try pages.get("/save?number=6")
    #expect(save.contains("action=\"/undo?number=6\"") && save.contains(">Weight</td>"), "\(save)")
    let back = try pages.post("/undo?number=6", body: "")
    #expect(status(back) == "303" && back.contains("Location: /save?number=7"), "\(back)")
    #expect(try shown("name", of: "Item/1") == "Weight")
    #expect(try shown("data", of: "Item/1")?.contains("ItemData/1") == true)
    #expect(try pages.get("/history").contains("<td class=\"line\">undo 6</td>"))
    // Later changes stay: the insertion of an item that has points now.
    let refused = try pages.post("/undo?number=1", body: "")
    #expect(status(refused) == "409" && refused.contains("can&#39;t be taken back"), "\(refused)")
    #expect(status(try pages.post("/undo?number=99", body: "")) == "404")
    #expect(try shell.run(["--store", shell.store, "-c", "check"]).status == 0)
  }

  @Test func changeOnePartOfAComposite() throws {
    let page = try pages.get("/edit?id=ItemData/1")
    #expect(page.contains("name=\"was:dataContent.value1\" value=\"98.0\""), "\(page)")
    let changed = try pages.post(
      "/edit?id=ItemData/1",
      ["value:dataContent.value1": "97.5", "was:dataContent.value1": "98.0"])
    #expect(status(changed) == "303", "\(changed)")
    #expect(try shown("dataContent.value1", of: "ItemData/1") == "97.5")
    #expect(try fetch("show ItemData/1").contains { $0.contains("97.5") })
    // The recorded condition of the columns holds.
    let half = try pages.post(
      "/edit?id=ItemData/1",
      [
        "value:dataContent.value1": "", "was:dataContent.value1": "97.5",
        "none:dataContent.value1": "1",
      ])
    #expect(status(half) == "400" && half.contains("role=\"alert\""), "\(half)")
    #expect(try shown("dataContent.value1", of: "ItemData/1") == "97.5")
    #expect(try shell.run(["--store", shell.store, "-c", "check"]).status == 0)
  }

  @Test func insertAndDelete() throws {
    #expect(try pages.get("/entity?name=Tag").contains("href=\"insert?entity=Tag\""))
    let made = try pages.post("/insert?entity=Tag", ["value:name": "new", "wasnone:name": "1"])
    #expect(status(made) == "303" && made.contains("Location: /object?id=Tag%2F3"), "\(made)")
    #expect(try fetch("count Tag") == ["count", "3"])
    let question = try pages.get("/delete?id=Item/1")
    #expect(
      question.contains("data (cascade)") && question.contains("1 object will be deleted, too"))
    let version = try #require(question.firstMatch(of: /name="version" value="([0-9a-f]+)"/)?.1)
    #expect(try fetch("count Item") == ["count", "2"])
    let other = try pages.post("/delete?id=Item/1", ["version": "0"])
    #expect(status(other) == "409" && other.contains("nothing was deleted"))
    let deleted = try pages.post("/delete?id=Item/1", ["version": String(version)])
    #expect(status(deleted) == "303", "\(deleted)")
    #expect(
      try fetch("count Item") == ["count", "1"] && fetch("count ItemData") == ["count", "0"])
    #expect(status(try pages.post("/delete?id=Item/2", body: "")) == "400")
    for id in ["Bogus/1", "Item/abc", ""] {
      #expect(status(try pages.post("/edit?id=\(id)", ["value:name": "x"])) == "404", "\(id)")
    }
    let again = try pages.post("/delete?id=Item/1", ["version": String(version)])
    #expect(status(again) == "409" && again.contains("in the store any more"))
  }

  @Test func sayWhatIsWrongBesideAField() throws {
    let wrong = try pages.post(
      "/edit?id=Item/1",
      [
        "value:createTimestamp": "soon<i>", "was:createTimestamp": "x", "value:name": "Mass",
        "was:name": "Weight",
      ])
    // The date that the page had shown is another value, too.
    #expect(status(wrong) == "409")
    let page = try pages.get("/edit?id=Item/1")
    let date = try #require(page.firstMatch(of: /name="was:createTimestamp" value="([^"]+)"/)?.1)
    let refused = try pages.post(
      "/edit?id=Item/1",
      [
        "value:createTimestamp": "soon<i>", "was:createTimestamp": String(date),
        "value:name": "Mass", "was:name": "Weight",
      ])
    #expect(status(refused) == "400" && refused.contains("nothing was saved"), "\(refused)")
    #expect(refused.contains("soon&lt;i&gt;") && !refused.contains("soon<i>"))
    #expect(refused.contains(">\nMass</textarea>") && refused.contains("aria-invalid"))
    #expect(try shown("name", of: "Item/1") == "Weight")
    let required = try pages.post("/insert?entity=ItemData", ["value:item": "Item/1"])
    #expect(status(required) == "400" && required.contains("a new ItemData needs"), "\(required)")
    let unique = try pages.post("/insert?entity=Tag", ["value:name": "wet", "wasnone:name": "1"])
    #expect(status(unique) == "400" && unique.contains(">\nwet</textarea>"), "\(unique)")
    #expect(try fetch("count Tag") == ["count", "2"])
  }

  @Test func loseNothingThatOthersHaveChanged() throws {
    #expect(
      try shell.run([
        "--store", shell.store, "-c", "set Item/1 name Body", "-c", "set Item/1 memo m",
      ])
      .status == 0)
    let stale = try pages.post(
      "/edit?id=Item/1",
      ["value:name": "Mass", "was:name": "Weight", "value:unit": "kg", "wasnone:unit": "1"])
    #expect(status(stale) == "409", "\(stale)")
    #expect(stale.contains("from “Weight” to “Body”") && stale.contains(">\nMass</textarea>"))
    #expect(stale.contains("name=\"was:name\" value=\"Body\""))
    #expect(try shown("name", of: "Item/1") == "Body")
    // Another value, which the form hasn't changed, is no conflict.
    let again = try pages.post(
      "/edit?id=Item/1",
      [
        "value:name": "Mass", "was:name": "Body", "value:memo": "", "none:memo": "1",
        "wasnone:memo": "1",
      ])
    #expect(status(again) == "303", "\(again)")
    #expect(try shown("name", of: "Item/1") == "Mass" && shown("memo", of: "Item/1") == "m")
    #expect(
      try shell.run(["--store", shell.store, "-c", "delete Item where name == \"Mass\""]).status
        == 0
    )
    let gone = try pages.post("/edit?id=Item/1", ["value:name": "<b>", "was:name": "Mass"])
    #expect(status(gone) == "409" && gone.contains("&lt;b&gt;"), "\(gone)")
  }

  @Test func takeOneOfTwoChangesAtOnce() async throws {
    let pages = self.pages
    let (port, token) = (pages.port, pages.token)
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for name in ["One", "Two"] {
        group.addTask {
          let body = "value:name=\(name)&was:name=Weight"
          let request = try RawRequest(port: port)
          try request.send(
            "POST /edit?id=Item/1 HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
              + "X-Strata-Token: \(token)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
              + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
          return try request.answer()
        }
      }
      return try await group.reduce(into: [String]()) { $0.append(ServedPages.status($1)) }
    }
    #expect(answers.sorted() == ["303", "409"])
  }

  @Test func escapeWhatAFormHolds() throws {
    let text = "</textarea><script>alert(\"x\")</script>\nline"
    let saved = try pages.post("/edit?id=Item/1", ["value:name": text, "was:name": "Weight"])
    #expect(status(saved) == "303")
    let page = try pages.get("/edit?id=Item/1")
    #expect(
      page.contains("&lt;/textarea&gt;&lt;script&gt;alert") && !page.contains("<script>alert"))
    // A browser sends the line break as two characters.
    let same = try pages.post(
      "/edit?id=Item/1",
      [
        "value:name": text.replacing("\n", with: "\r\n"),
        "was:name": text.replacing("\n", with: "\r\n"), "value:unit": "kg", "wasnone:unit": "1",
      ])
    #expect(status(same) == "303")
    #expect(try fetch("count Item where name ENDSWITH \"\\nline\"").count == 2)
    let control = try pages.post(
      "/edit?id=Item/1",
      ["value:name": "a\u{1}b", "was:name": text.replacing("\n", with: "\r\n")])
    #expect(status(control) == "303")
    #expect(try pages.get("/edit?id=Item/1").contains("can't be shown in a field"))
  }

  @Test func refuseChangesOfOthers() throws {
    let body = "value:name=Mass&was:name=Weight"
    let target = "/edit?id=Item/1"
    for answer in [
      try pages.post(target, body: body, token: ""), try pages.post(target, body: body, token: "0"),
      try pages.post(target, body: body, token: String(pages.token.dropLast()) + "g"),
      try pages.post(target, body: body, origin: ""),
      try pages.post(target, body: body, origin: "null"),
      try pages.post(target, body: body, origin: "http://evil.example"),
      try pages.post(target, body: body, origin: "http://127.0.0.1:1"),
      try pages.post(target, body: body, "Sec-Fetch-Site: same-site"),
    ] {
      #expect(status(answer) == "403", "\(answer)")
    }
    for method in ["PUT", "DELETE", "PATCH", "HEAD"] {
      let answer = try pages.post(target, body: body, method: method)
      #expect(status(answer) == "405" && answer.contains("\r\nAllow: GET, POST\r\n"))
    }
    for page in ["/", "/object?id=Item/1", "/history"] {
      let answer = try pages.post(page, body: body)
      #expect(status(answer) == "405" && answer.contains("\r\nAllow: GET\r\n"))
    }
    #expect(try shown("name", of: "Item/1") == "Weight")
  }

  @Test(arguments: [
    "value:name=%zz&was:name=Weight", "value:name=%ff&was:name=Weight",
    "value:name=a&value:name=b&was:name=Weight", "value:nme=a&was:nme=b", "value:name=a",
    "value:data=1&was:data=2", "other:name=a", "value:=a&was:=b",
  ])
  func refuseWhatIsNoForm(body: String) throws {
    let answer = try pages.post("/edit?id=Item/1", body: body)
    #expect(status(answer) == "400", "\(answer)")
    #expect(try shown("name", of: "Item/1") == "Weight")
  }

  @Test func refuseOtherBodies() throws {
    let body = "value:name=Mass&was:name=Weight"
    #expect(status(try pages.post("/edit?id=Item/1", body: body, type: "text/plain")) == "400")
    let large = try pages.send(
      "POST /edit?id=Item/1 HTTP/1.1\r\nHost: 127.0.0.1:\(pages.port)\r\nContent-Length: 2000000\r\n\r\n"
    )
    #expect(status(large) == "413")
    #expect(status(try pages.post("/edit?id=Item/9", body: body)) == "409")
    #expect(status(try pages.post("/edit", body: body)) == "404")
    #expect(status(try pages.post("/insert?entity=Itm", body: body)) == "400")
    #expect(try shown("name", of: "Item/1") == "Weight")
  }

  @Test func showNoFormsWithoutTheOption() async throws {
    let reading = try await ServedPages(shell, [shell.store])
    #expect(!(try reading.get("/object?id=Item/1").contains("/edit?")))
    #expect(!(try reading.get("/entity?name=Item").contains("/insert?")))
    for page in ["/edit?id=Item/1", "/delete?id=Item/1", "/insert?entity=Item"] {
      #expect(status(try reading.get(page)) == "404")
      #expect(status(try reading.post(page, body: "value:name=a&was:name=Weight")) == "405")
    }
  }

  @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.reason))
  func refuseAStoreThatMayNotBeWritten() throws {
    let result = try shell.pipeline(
      """
      mkdir box && "$APPSHELL" --store box/a.store -c 'item add Weight --kind singleValue' >log
      chmod 444 box/a.store; chmod 555 box
      \(Unprivileged.prefix)"$(dirname "$APPSHELL")/strata" serve box/a.store --edit
      echo "status $?"; chmod 755 box
      """)
    #expect(result.output.hasPrefix("status ") && result.output != "status 0\n", "\(result)")
    #expect(result.error.contains("read-only"), "\(result.error)")
  }
}

extension StrataCommand {
  @Test func editsStoresOfCoreDataInABrowser() async throws {
    try makeStore()
    let pages = try await ServedPages(
      shell, ["Books.sqlite", "--model", "Books.xcdatamodeld", "--edit"])
    let changed = try pages.post(
      "/edit?id=Book/2", ["value:pages": "249", "wasnone:pages": "1", "none:pages": "1"])
    #expect(ServedPages.status(changed) == "303", "\(changed)")
    let unlinked = try pages.post(
      "/edit?id=Book/2", ["value:shelf": "", "was:shelf": "Shelf/1", "none:shelf": "1"])
    #expect(ServedPages.status(unlinked) == "303", "\(unlinked)")
    let made = try pages.post("/insert?entity=Book", ["value:title": "Sanditon", "was:title": ""])
    #expect(ServedPages.status(made) == "303", "\(made)")
    let wrong = try pages.post("/edit?id=Book/1", ["value:pages": "many", "was:pages": "300"])
    #expect(
      ServedPages.status(wrong) == "400" && wrong.contains("is not a whole number"), "\(wrong)")
    #expect(
      try open("fetch", "--format", "csv", "Book", "sort", "by", "title").output == """
        key,title,pages,shelf
        Book/1,Emma,300,Shelf/1
        Book/3,Lady Susan,90,
        Book/2,Persuasion,249,
        Book/4,Sanditon,,

        """)
  }

  @Test func editsNoStoreWithAHistoryUnasked() throws {
    try makeStore(
      "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY); CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY)"
    )
    let refused = try run(["serve", "Books.sqlite", "--model", "Books.xcdatamodeld", "--edit"])
    #expect(refused.status != 0 && refused.error.contains("--history append"), "\(refused.error)")
    let useless = try run(["serve", "Books.sqlite", "--history", "append"])
    #expect(useless.status == 2 && useless.error.contains("--history is for --edit"))
  }
}
