import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

/// The pages of `strata serve`, asked by raw requests.
@Suite(.timeLimit(.scaledMinutes(5))) struct ServedStores {
  private let shell: AppShell
  private let pages: ServedPages

  private var port: UInt16 { pages.port }
  private var token: String { pages.token }

  init() async throws {
    shell = try AppShell()
    let made = try shell.run([
      "--store", shell.store, "-c", "item add Weight --kind singleValue", "-c",
      "log Weight 98 --at 2026-02-01", "-c", "item add Rain --kind singleValue", "-c",
      "set Item/2 memo '<script>alert(\"x\")</script>'",
    ])
    try #require(made.status == 0, "\(made.error)")
    pages = try await ServedPages(shell, [shell.store])
  }

  private func send(_ text: String, isLast: Bool = false) throws -> String {
    try pages.send(text, isLast: isLast)
  }

  private func get(
    _ target: String, method: String = "GET", host: String? = nil, token: String? = nil,
    _ fields: String...
  ) throws -> String {
    try pages.get(target, method: method, host: host, token: token, fields)
  }

  private func status(_ answer: String) -> String { ServedPages.status(answer) }

  @Test func showEntitiesObjectsAndHistory() throws {
    let all = try get("/")
    #expect(status(all) == "200" && all.contains("<a href=\"entity?name=Item\">Item</a>"))
    let items = try get("/entity?name=Item&q=where+name+%3D%3D+%22Weight%22")
    #expect(items.contains(">Weight<") && !items.contains(">Rain<"))
    #expect(items.contains("<a href=\"object?id=Item%2F1\">Item/1</a>"))
    let item = try get("/object?id=Item/1")
    #expect(item.contains("<a href=\"object?id=ItemData%2F1\">ItemData/1</a>"))
    #expect(try get("/object?id=ItemData%2F1").contains("object?id=Item%2F1"))
    #expect(status(try get("/history")) == "200")
    #expect(status(try get("/object?id=Item/99")) == "404")
    #expect(status(try get("/elsewhere")) == "404")
  }

  /// The members of an object that has many are counted, and not read.
  @Test(arguments: [600, 10_500]) func showTheFirstOfManyMembers(count: Int) throws {
    var rows = "date,Rain\n"
    for number in 0..<count {
      let (year, month, day) = (1900 + number / 336, 1 + number / 28 % 12, 1 + number % 28)
      rows += "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day),\(number)\n"
    }
    let file = try shell.write(rows, to: "rain.csv")
    let made = try shell.run(["--store", shell.store, "import", file.path, "--yes"])
    try #require(made.status == 0, "\(made.error)")
    let page = try get("/object?id=Item/2")
    #expect(page.contains("<li>and \(count - 50) more</li>"), "\(page.suffix(2_000))")
    // Programs get all.
    #expect(
      try get("/object.json?id=Item/2").components(separatedBy: "ItemData/").count == count + 1)
    // All of them are in a table.
    #expect(page.contains("entity?name=ItemData&amp;is.item=Item%2F2\">\(count)</a>"))
    #expect(
      try get("/entity?name=ItemData&is.item=Item%2F2").contains("objects 1 to 50 of \(count)"))
    #expect(page.components(separatedBy: "\"object?id=ItemData%2F").count == 51)
  }

  @Test func escapeWhatAStoreHolds() throws {
    for target in ["/entity?name=Item", "/object?id=Item/2"] {
      let page = try get(target)
      #expect(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;"))
      #expect(!page.contains("<script>alert"))
      let nonce = try #require(page.firstMatch(of: /script-src 'nonce-([0-9a-z]+)'/)?.1)
      #expect(page.contains("<script nonce=\"\(nonce)\">") && page.contains("default-src 'none'"))
    }
    let search = try get("/entity?name=Item&q=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    #expect(status(search) == "200" && !search.contains("<script>alert"))
    #expect(search.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
  }

  @Test func findPlainWordsAndSortByAColumn() throws {
    #expect(try get("/entity?name=Item&q=weig").contains(">Weight<"))
    #expect(try !get("/entity?name=Item&q=weig").contains(">Rain<"))
    #expect(try get("/entity?name=Item&q=%22%20or%20true").contains("no objects"))
    let up = try get("/entity?name=Item&sort=name")
    let down = try get("/entity?name=Item&sort=name&down=1")
    func isRainFirst(_ page: String) throws -> Bool {
      let rain = try #require(page.range(of: ">Rain<"))
      return try rain.lowerBound < #require(page.range(of: ">Weight<")).lowerBound
    }
    #expect(try isRainFirst(up) && !isRainFirst(down))
    #expect(up.contains("aria-sort=\"ascending\"") && down.contains("aria-sort=\"descending\""))
    #expect(up.contains("&amp;sort=name&amp;down=1\">name ▲</a>"))
    #expect(status(try get("/entity?name=Item&sort=nmae")) == "400")
    #expect(status(try get("/entity?name=Item&sort=name,%20limit%201")) == "400")
  }

  @Test func showObjectsByTheirNames() throws {
    let point = try get("/object?id=ItemData/1")
    #expect(point.contains("<a href=\"object?id=Item%2F1\" title=\"Item/1\">Weight</a>"))
    let item = try get("/object?id=Item/1")
    #expect(item.contains("<h1>Weight · Item/1</h1>"))
    let points = try get("/entity?name=ItemData")
    #expect(points.contains("title=\"Item/1\">Weight</a>"))
    // Programs need identifiers, and names may be those of several.
    #expect(try get("/entity.csv?name=ItemData").contains("Item/1"))
    // What programs need rather than people is last.
    let items = try get("/entity?name=Item")
    let (uid, unit) = (items.range(of: ">uid"), items.range(of: ">unit"))
    #expect(try #require(unit).lowerBound < #require(uid).lowerBound)
  }

  @Test func showObjectsByAnAttributeThatOneChooses() async throws {
    let pages = try await ServedPages(shell, [shell.store, "--names", "Item=kind"])
    #expect(try pages.get("/object?id=ItemData/1").contains("title=\"Item/1\">singleValue</a>"))
    for (names, message) in [
      ("Itm=kind", "did you mean Item?"), ("Item=knd", "Item has no attribute “knd”"),
      ("Item", "“Item” is no entity and attribute"),
    ] {
      let refused = try shell.pipeline(
        "\"$(dirname \"$APPSHELL\")/strata\" serve '\(shell.store)' --names \(names)")
      #expect(refused.status != 0 && refused.error.contains(message), "\(refused.error)")
    }
  }

  @Test func countObjectsByTheirValues() throws {
    let made = try shell.run([
      "--store", shell.store, "-c", "item add Run --kind interval", "-c", "insert Tag name=wet",
      "-c", "link Item/2 tags Tag/1", "-c", "log Rain 3 --at 2026-02-02",
    ])
    try #require(made.status == 0, "\(made.error)")
    let items = try get("/entity?name=Item")
    #expect(
      items.contains("is.kind=singleValue\">singleValue</a> <span>2</span>")
        && items.contains("is.kind=interval\">interval</a> <span>1</span>"), "\(items)")
    let single = try get("/entity?name=Item&is.kind=singleValue&q=weig")
    #expect(single.contains("objects 1 to 1 of 1") && single.contains(">kind: singleValue ✕</a>"))
    // Links lead to the objects by their names, and a choice is taken back by the same link.
    let points = try get("/entity?name=ItemData")
    #expect(points.contains("is.item=Item%2F1\">Weight</a> <span>1</span>"), "\(points)")
    #expect(
      try get("/entity?name=ItemData&is.item=Item/1").contains("href=\"entity?name=ItemData\""))
    #expect(try get("/entity?name=Item&is.tags=Tag/1").contains("objects 1 to 1 of 1"))
    #expect(try get("/entity?name=Item&no.tags=1").contains("objects 1 to 2 of 2"))
    #expect(try get("/entity?name=Item&no.unit=1").contains("objects 1 to 3 of 3"))
    // What was chosen can be given up where nothing is found, and where it is wrong.
    let none = try get("/entity?name=Item&is.kind=singleValue&q=sleep")
    #expect(none.contains("no objects") && none.contains("q=sleep\">kind: singleValue ✕</a>"))
    for wrong in [
      "is.kind=nothing", "is.nope=1", "is.tags=x", "is.tags=Tag/0", "is.tags=ItemData/1", "is.=1",
    ] {
      let page = try get("/entity?name=Item&\(wrong)")
      #expect(status(page) == "400" && page.contains(" ✕</a>"), "\(wrong)")
    }
  }

  @Test func hideColumns() throws {
    let page = try get("/entity?name=Item&hide.kind=1&sort=name")
    #expect(!page.contains("<th scope=\"col\">kind") && !page.contains(">kind</a></th>"))
    #expect(page.contains(">show kind</a>") && page.contains(">hide unit</a>"))
    // A search and an order stay with it.
    #expect(page.contains("name=\"hide.kind\" value=\"1\""))
  }

  @Test func runStatementsThatRead() async throws {
    let page = try get("/sql?statement=SELECT%20name,%20strata_key%20FROM%20Item%20ORDER%20BY%202")
    #expect(page.contains("<td class=\"line\">Weight</td>") && page.contains("2 rows"), "\(page)")
    #expect(
      try get("/sql.csv?statement=SELECT%20name%20FROM%20Item%20ORDER%20BY%201")
        .hasSuffix("name\nRain\nWeight\n"))
    for (statement, message) in [
      ("DELETE%20FROM%20Item", "strata store sql"), ("SELECT%201;%20SELECT%202", "one statement"),
      ("SELECT%20nope%20FROM%20Item", "nope"), ("ATTACH%20'x'%20AS%20y", ""),
    ] {
      let refused = try get("/sql?statement=\(statement)")
      #expect(status(refused) == "400" && refused.contains("role=\"alert\""), "\(message)")
    }
    let many = try get(
      "/sql?statement=WITH%20RECURSIVE%20c(x)%20AS%20(SELECT%201%20UNION%20ALL%20SELECT%20x%2B1%20FROM%20c%20LIMIT%205000)%20SELECT%20x%20FROM%20c"
    )
    #expect(many.contains("the first 1000 rows"))
    let hasty = try await ServedPages(shell, [shell.store, "--timeout", "1"])
    let endless = try hasty.get(
      "/sql?statement=WITH%20RECURSIVE%20c(x)%20AS%20(SELECT%201%20UNION%20ALL%20SELECT%20x%2B1%20FROM%20c)%20SELECT%20count(*)%20FROM%20c"
    )
    #expect(status(endless) == "503" && endless.contains("count(*) FROM c"))
    #expect(endless.contains("it took longer than 1 second<"), "\(endless)")
    #expect(status(try hasty.get("/")) == "200")
  }

  @Test func giveTheirDataToPrograms() throws {
    let objects = try get("/entity.json?name=Item&q=weig")
    #expect(objects.contains("Content-Type: application/json"))
    #expect(objects.contains("[{\"key\":\"Item/1\",\"name\":\"Weight\""))
    let table = try get("/entity.csv?name=Item&sort=name")
    #expect(table.contains("Content-Type: text/csv") && table.contains("\nItem/2,Rain,"))
    #expect(
      try get("/object.json?id=Item/1").contains("{\"property\":\"name\",\"value\":\"Weight\"}"))
    #expect(try get("/history.csv").contains("number,author,context"))
    #expect(status(try get("/object.json?id=Item/99")) == "404")
    #expect(status(try get("/entity.xml?name=Item")) == "404")
  }

  @Test func leadToOlderSaves() throws {
    let lines = (0..<250).flatMap { ["-c", "set Item/1 unit u\($0)"] }
    let made = try shell.run(["--store", shell.store] + lines)
    try #require(made.status == 0, "\(made.error)")
    let newest = try get("/history")
    #expect(
      newest.contains("history?&amp;before=55\">Older") && !newest.contains("save?number=54\""))
    let older = try get("/history?before=55")
    #expect(older.contains("save?number=54\"") && !older.contains("Older"))
    #expect(try get("/history.csv").split(separator: "\n").last?.hasPrefix("254,") == true)
    // At the ends nothing leads further.
    #expect(!(try get("/save?number=1").contains("← Before")))
    #expect(!(try get("/save?number=254").contains("Next →")))
    let changes = try get("/changes?id=Item/1")
    #expect(changes.contains("before=205\">Earlier changes"), "\(changes.suffix(3_000))")
    #expect(try get("/changes?id=Item/1&before=205").contains("save?number=204\""))
  }

  @Test func withoutFormerValuesOfferNone() async throws {
    let dropped = try shell.run([
      "--store", shell.store, "-c", "history clean --all --former-values",
    ])
    try #require(dropped.status == 0, "\(dropped.error)")
    let pages = try await ServedPages(shell, [shell.store, "--edit"])
    for target in ["/", "/object?id=Item/1", "/history"] {
      let page = try pages.get(target)
      #expect(status(page) == "200", "\(target)")
      for word in ["As it was", "Changes</a>", "Take it back", "/at/"] {
        #expect(!page.contains(word), "\(target) \(word)")
      }
    }
    for target in ["/at/1/", "/changes?id=Item/1"] {
      let page = try pages.get(target)
      #expect(status(page) == "400" && page.contains("keeps no former values"), "\(page)")
    }
  }

  @Test func sayWhatIsWrongWithASearch() throws {
    let page = try get("/entity?name=Item&q=where+nme+%3D%3D+1")
    #expect(status(page) == "400")
    #expect(page.contains("Item has no property nme, at character 7"), "\(page)")
    #expect(status(try get("/entity?name=Itm")) == "400")
  }

  @Test func tellWhenOthersHaveSaved() throws {
    func version() throws -> String {
      String(try get("/version").components(separatedBy: "\r\n\r\n").last ?? "")
    }
    let before = try version()
    #expect(
      try shell.run(["--store", shell.store, "-c", "item add Wind --kind singleValue"]).status == 0)
    #expect(try version() != before)
    #expect(try get("/entity?name=Item").contains(">Wind<"))
  }

  @Test func giveNothingWithoutTheToken() throws {
    let host = "Host: 127.0.0.1:\(port)\r\n"
    for answer in [
      try send("GET / HTTP/1.1\r\n\(host)\r\n"),
      try get("/", token: String(token.dropLast()) + "g"),
      try get("/", token: ""), try send("GET /?token=\(token.dropLast()) HTTP/1.1\r\n\(host)\r\n"),
      try send("GET /history?token=\(token) HTTP/1.1\r\n\(host)\r\n"),
      try send("GET / HTTP/1.1\r\n\(host)Cookie: strata_\(port)=x; other=\(token)\r\n\r\n"),
    ] {
      #expect(status(answer) == "403" && !answer.contains("Item"), "\(answer)")
    }
  }

  @Test func takeTheTokenOfAFirstVisit() throws {
    let host = "Host: localhost:\(port)\r\n"
    let first = try send("GET /?token=\(token) HTTP/1.1\r\n\(host)\r\n")
    #expect(status(first) == "303" && first.contains("\r\nLocation: /\r\n"))
    #expect(
      first.contains("Set-Cookie: strata_\(port)=\(token); Path=/; HttpOnly; SameSite=Strict\r\n"))
    let next = try send("GET / HTTP/1.1\r\n\(host)Cookie: a=b; strata_\(port)=\(token)\r\n\r\n")
    #expect(status(next) == "200")
  }

  @Test func refuseOtherHostsAndSites() throws {
    for answer in [
      try get("/", host: "evil.example"), try get("/", host: "evil.example:\(port)"),
      try get("/", host: "127.0.0.1"), try get("/", host: "127.0.0.1:\(port).evil.example"),
      try get("/", "Origin: http://evil.example"), try get("/", "Origin: null"),
      try get("/", "Origin: http://127.0.0.1:1"), try get("/", "Sec-Fetch-Site: cross-site"),
      try get("/", "Sec-Fetch-Site: same-site"),
      try send("GET / HTTP/1.1\r\nX-Strata-Token: \(token)\r\n\r\n"),
    ] {
      #expect(status(answer) == "403" && !answer.contains("Item"), "\(answer)")
      #expect(!answer.contains("Access-Control"))
    }
    #expect(status(try get("/", "Origin: http://127.0.0.1:\(port)")) == "200")
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
  func changeNothing(method: String) throws {
    let answer = try get("/object?id=Item/1", method: method, "Content-Length: 0")
    #expect(status(answer) == "405" && answer.contains("\r\nAllow: GET\r\n"))
  }

  @Test(arguments: [
    ("GET /../etc/passwd HTTP/1.1", "400"), ("GET /%2e%2e/etc/passwd HTTP/1.1", "400"),
    ("GET /a%2f..%2fb HTTP/1.1", "400"), ("GET /%zz HTTP/1.1", "400"), ("GET /%ff HTTP/1.1", "400"),
    ("GET http://evil.example/ HTTP/1.1", "400"), ("GET  / HTTP/1.1", "400"),
    ("GET / HTTP/2.0", "400"), ("GET / HTTP/1.0", "400"), ("GET /", "400"),
    ("G\u{7F}T / HTTP/1.1", "400"),
    ("GET / HTTP/1.1\r\nno colon", "400"), ("GET / HTTP/1.1\r\nA: b\r\n folded", "400"),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", "400"), ("GET / HTTP/1.1\r\nA : b", "400"),
    ("GET / HTTP/1.1\r\nA: b\nB: c", "400"), ("GET / HTTP/1.1\r\nContent-Length: -1", "400"),
    ("GET / HTTP/1.1\r\nContent-Length: 2000000", "413"),
    ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked", "501"),
    ("GET /?a=1&a=2 HTTP/1.1", "400"),
  ])
  func refuseWhatIsNoRequest(head: String, expected: String) throws {
    let answer = try send(head + "\r\n\r\n")
    #expect(status(answer) == expected, "\(answer)")
    #expect(status(try get("/")) == "200")
  }

  @Test func refuseHeadsThatAreTooLarge() throws {
    let long = String(repeating: "x", count: 17_000)
    #expect(status(try send("GET / HTTP/1.1\r\nA: \(long)\r\n\r\n")) == "431")
    #expect(status(try send("GET /\(long)")) == "431")
    #expect(status(try get("/")) == "200")
  }

  @Test func refuseHalfRequests() throws {
    #expect(status(try send("GET / HT", isLast: true)) == "400")
    #expect(
      status(try send("POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc", isLast: true)) == "403")
    // One that never ends keeps nobody else waiting.
    let slow = try RawRequest(port: port)
    try slow.send("GET / HTTP/1.1\r\n")
    #expect(status(try get("/")) == "200")
    #expect(status(try slow.answer()) == "408")
  }

  @Test func giveNoThreadToConnectionsWithoutTheToken() throws {
    // More than have a thread at a time, some of which have begun a request.
    let silent = try (0..<150).map { index in
      let request = try RawRequest(port: port)
      if index.isMultiple(of: 3) { try request.send("GET / HTTP/1.1\r\nHost: x\r\n") }
      return request
    }
    #expect(status(try get("/")) == "200")
    #expect(status(try get("/history")) == "200")
    // None of them had to run out of time for these pages.
    #expect(silent.count(where: \.isUnanswered) == silent.count)
    #expect(status(try get("/", token: "x")) == "403")
  }

  @Test(arguments: [
    ("offset+9223372036854775807&page=1", "200"), ("limit+9223372036854775807&page=1", "200"),
    ("limit+9223372036854775807+offset+9223372036854775807&page=3", "200"),
    ("limit+0&page=1", "200"), ("limit+9223372036854775808", "400"),
    ("&page=9223372036854775807", "400"), ("&page=-1", "400"), ("&page=1e3", "400"),
    ("&page=-9223372036854775808", "400"), ("&page=9223372036854775808", "400"),
    ("&page=21990232555", "200"), ("where+data.@count+%3E+9223372036854775807", "200"),
    ("where+data.@count+*+9223372036854775807+%3E+1", "200"),
    ("where+-data.@count+-+9223372036854775807+%3C+-9223372036854775808", "200"),
    ("where+data.@count+**+9223372036854775807+%3E+1", "400"),
  ])
  func surviveAnyNumber(query: String, expected: String) throws {
    let page = try get("/entity?name=Item&q=\(query)")
    #expect(status(page) == expected, "\(page)")
    #expect(status(try get("/")) == "200")
  }

  @Test(arguments: ["0", "-1", "9223372036854775807", "9223372036854775808", "x"])
  func surviveAnyKey(key: String) throws {
    #expect(status(try get("/object?id=Item/\(key)")) == "404")
  }

  @Test func endWithTheProgram() throws {
    #expect(status(try get("/")) == "200")
    pages.program.send(SIGINT)
    let result = try pages.program.result()
    #expect(result.error == "", "\(result.error)")
    #expect(throws: RawRequest.Failure.self) { try RawRequest(port: port) }
  }

  @Test func needAPortThatIsFree() throws {
    func serve(_ port: String) throws -> AppShell.Result {
      try RunningProgram(
        BuiltProgram.url("strata"), ["serve", shell.store, "--port", port],
        input: try shell.write("", to: "nothing"), environment: ["PATH": "/usr/bin:/bin"],
        folder: shell.folder
      ).result()
    }
    let taken = try serve("\(port)")
    #expect(taken.status == 1 && taken.error.contains("give another with --port"))
    #expect(try serve("70000").status == 2)
  }
}

extension StrataCommand {
  @Test func servesStoresOfCoreData() async throws {
    try makeStore()
    let pages = try await ServedPages(shell, ["Books.sqlite", "--model", "Books.xcdatamodeld"])
    #expect(try pages.get("/object?id=Shelf/1").contains("title=\"Book/2\">"))
    let before = try pages.get("/version")
    // Another program writes the store, which is read without locks.
    try Connection(path: shell.folder.file("Books.sqlite").path).execute(
      "INSERT INTO ZBOOK VALUES (4, 1, 1, 5, 1, 'Sanditon')")
    #expect(try pages.get("/version") != before)
    #expect(try pages.get("/entity?name=Book").contains(">Sanditon<"))
    try FileManager.default.removeItem(at: shell.folder.file("Books.sqlite"))
    for target in ["/entity?name=Book", "/version"] {
      let failed = try pages.get(target)
      #expect(failed.hasPrefix("HTTP/1.1 500 ") && failed.contains("class=\"error\""), "\(failed)")
    }
  }

  @Test func servesNoStoreThatIsNotThere() throws {
    let missing = try run(["serve", "none.store"])
    #expect(missing.status == 3 && missing.error.contains("none.store"), "\(missing.error)")
  }
}
