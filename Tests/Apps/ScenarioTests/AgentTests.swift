import Foundation
import StrataTestSupport
import Testing

/// An agent's program that speaks with `strata mcp`.
@Suite(.timeLimit(.scaledMinutes(5))) struct Agents {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let made = try shell.run([
      "--store", shell.store, "-c", "item add Weight --kind singleValue --unit kg", "-c",
      "log Weight 98 --at 2026-02-01", "-c", "item add Rain --kind singleValue --tag weather",
    ])
    try #require(made.status == 0, "\(made.error)")
  }

  /// Sends lines, and returns the answers.
  private func answers(_ lines: [String], _ options: String...) throws -> [String] {
    let result = try RunningProgram(
      BuiltProgram.url("strata"), ["mcp", shell.store] + options,
      input: try shell.write(lines.map { $0 + "\n" }.joined(), to: "in-\(UUID().uuidString)"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder
    ).result()
    #expect(result.status == 0 && result.error == "", "\(result)")
    return result.lines
  }

  private static let greeting = """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
    "capabilities":{},"clientInfo":{"name":"helper","version":"1"}}}
    """

  private struct Answer: Decodable {
    struct Result: Decodable {
      struct Content: Decodable { let text: String }
      let content: [Content]
      let isError: Bool
    }
    struct Failure: Decodable { let code: Int }
    let id: Int?
    let result: Result?
    let error: Failure?
  }

  private func call(_ tool: String, _ arguments: String, id: Int = 1) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  /// Calls tools one after another, and returns their texts. An error's text begins with `error: `.
  private func texts(_ calls: [(String, String)], _ options: String...) throws -> [String] {
    let lines = calls.enumerated().map { call($1.0, $1.1, id: $0) }
    let result = try RunningProgram(
      BuiltProgram.url("strata"), ["mcp", shell.store] + options,
      input: try shell.write(
        ([Self.greeting] + lines).map { $0 + "\n" }.joined(), to: "in-\(UUID().uuidString)"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder
    ).result()
    #expect(result.status == 0 && result.error == "", "\(result)")
    return try result.lines.dropFirst().map { line in
      let answer = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      if let error = answer.error { return "refused: \(error.code)" }
      let result = try #require(answer.result)
      return (result.isError ? "error: " : "") + result.content.map(\.text).joined()
    }
  }

  @Test func areGreetedAndToldTheTools() throws {
    let found = try answers([
      Self.greeting, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","id":"a","method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":18446744073709551615,"method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
    ])
    try #require(found.count == 4)
    #expect(found[2] == #"{"id":18446744073709551615,"jsonrpc":"2.0","result":{}}"#)
    #expect(found[0].contains(#""protocolVersion":"2025-06-18""#))
    #expect(found[0].contains("Nothing can be changed."))
    #expect(found[1] == #"{"id":"a","jsonrpc":"2.0","result":{}}"#)
    for tool in ["schema", "fetch", "count", "aggregate", "show", "explain", "search", "history"] {
      #expect(found[3].contains(#""name":"\#(tool)""#), "\(tool)")
    }
    #expect(!found[3].contains("propose"))
  }

  @Test func readTheStore() throws {
    let found = try texts([
      ("schema", "{}"), ("schema", #"{"entity":"Item"}"#),
      ("fetch", #"{"entity":"Item","query":"where name == \"Weight\""}"#),
      ("count", #"{"entity":"Item"}"#), ("search", #"{"text":"WEIGH"}"#),
      ("search", #"{"text":"\" or true or name == \""}"#),
      ("aggregate", #"{"entity":"ItemData","query":"count(*), max(dataContent.value1)"}"#),
      ("show", #"{"object":"Item/1"}"#), ("explain", #"{"entity":"Item"}"#),
      ("history", #"{"limit":1}"#),
    ])
    #expect(found[0].contains(#""entity":"Item""#))
    #expect(found[1].contains(#""name""#))
    #expect(found[2].contains(#""key":"Item/1""#) && !found[2].contains("Rain"))
    #expect(found[3] == "{\"count\":2}\n")
    #expect(found[4].contains(#""key":"Item/1""#) && !found[4].contains("Rain"))
    // Quotes are part of what is searched for.
    #expect(found[5] == "")
    #expect(found[6] == "{\"count(*)\":1,\"max(dataContent.value1)\":98.0}\n")
    #expect(found[7].contains(#"{"property":"data","value":["ItemData/1"]}"#))
    #expect(found[8].contains("SELECT"))
    #expect(found[9].split(separator: "\n").count == 1)
  }

  @Test func readThePast() throws {
    let made = try shell.run([
      "--store", shell.store, "-c", "item rename Weight Mass", "-c", "data delete last",
    ])
    try #require(made.status == 0, "\(made.error)")
    let found = try texts([
      ("changes", #"{"of":"4"}"#), ("changes", #"{"of":"Item/1","limit":1}"#),
      ("difference", #"{"from":"3"}"#), ("show", #"{"object":"ItemData/1","at":"3"}"#),
      ("count", #"{"entity":"ItemData","at":"3"}"#), ("count", #"{"entity":"ItemData"}"#),
      ("fetch", #"{"entity":"Item","query":"where name == \"Weight\"","at":"3"}"#),
      ("fetch", #"{"entity":"Item","at":"--blobs"}"#), ("changes", #"{"of":"--limit"}"#),
    ])
    #expect(
      found[0]
        == "{\"change\":\"update\",\"object\":\"Item/1\",\"property\":\"name\",\"before\":\"Weight\",\"after\":\"Mass\"}\n"
    )
    #expect(found[1].contains(#""author":"appshell""#) && found[1].contains(#""after":"Mass""#))
    #expect(found[2].contains(#""change":"delete","object":"ItemData/1""#), "\(found[2])")
    #expect(found[3].contains(#"{"property":"dataContent.value1","value":98.0}"#))
    #expect(found[4] == "{\"count\":1}\n" && found[5] == "{\"count\":0}\n")
    #expect(found[6].contains(#""key":"Item/1""#))
    #expect(found[7].hasPrefix("error: ") && found[8].hasPrefix("error: "))
  }

  @Test func areToldWhatIsWrong() throws {
    let found = try texts([
      ("fetch", #"{"entity":"Itm"}"#), ("fetch", "{}"), ("count", #"{"entity":"Item","x":1}"#),
      ("fetch", #"{"entity":"Item","query":"where nmae == 1"}"#), ("nothing", "{}"),
      ("fetch", #"{"entity":[3]}"#), ("fetch", "[]"),
      ("propose", #"{"commands":["delete Item/1"]}"#),
    ])
    #expect(found[0].contains("hint: did you mean Item?"))
    #expect(found[1] == "refused: -32602" && found[2] == "refused: -32602")
    #expect(found[3].hasPrefix("error: ") && found[3].contains("name"))
    #expect(found[4...].allSatisfy { $0 == "refused: -32602" })
  }

  @Test func proposeApplyAndUndo() throws {
    let commands =
      #"{"commands":["set Item/1 unit lb","insert Tag name=\"new one\"","link Item/1 tags Tag/1"]}"#
    let found = try texts(
      [
        ("propose", commands), ("fetch", #"{"entity":"Item","query":"where unit == \"lb\""}"#),
        ("apply", #"{"proposal":1}"#),
        ("fetch", #"{"entity":"Item","query":"where unit == \"lb\""}"#),
        ("apply", #"{"proposal":1}"#), ("history", #"{"author":"helper via strata mcp"}"#),
        ("undo", #"{"save":4}"#),
        ("fetch", #"{"entity":"Item","query":"where unit == \"kg\""}"#),
        ("count", #"{"entity":"Tag"}"#),
      ], "--edit")
    #expect(
      found[0].contains(
        #"{"change":"update","object":"Item/1","property":"unit","before":"kg","after":"lb"}"#))
    #expect(found[0].contains(#""property":"tags","before":null,"after":["Tag/1"]"#))
    #expect(
      found[0].contains(#""object":"Tag/new1","property":"name","before":null,"after":"new one""#))
    #expect(found[0].hasSuffix("proposal 1: nothing is saved yet; apply saves it\n"))
    #expect(found[1] == "" && found[2] == "saved as 4\n" && found[3].contains("Item/1"))
    #expect(found[4].hasPrefix("error: there is no proposal 1"))
    #expect(found[5].contains(#""number":4,"author":"helper via strata mcp""#))
    #expect(!found[6].hasPrefix("error"), "\(found[6])")
    #expect(found[7].contains("Item/1"))
    #expect(found[8] == "{\"count\":1}\n")
  }

  @Test func applyWhatTheyHaveShownAndNothingElse() throws {
    // The second proposal is applied first, so that the other one would change another value than it has shown.
    let found = try texts(
      [
        ("propose", #"{"commands":["set Item/1 unit lb"]}"#),
        ("propose", #"{"commands":["set Item/1 unit st"]}"#), ("apply", #"{"proposal":2}"#),
        ("apply", #"{"proposal":1}"#), ("fetch", #"{"entity":"Item","query":"where key == 1"}"#),
        ("apply", #"{"proposal":1}"#),
      ], "--edit")
    #expect(found[2] == "saved as 4\n")
    #expect(found[3].hasPrefix("error: nothing was saved: others have saved meanwhile"))
    #expect(found[3].contains(#""before":"st","after":"lb""#))
    #expect(found[5] == "saved as 5\n")
  }

  @Test func linkNewObjectsByTheirNames() throws {
    let found = try texts(
      [
        ("propose", #"{"commands":["insert Tag name=a","link Item/1 tags Tag/new1"]}"#),
        ("apply", #"{"proposal":1}"#), ("show", #"{"object":"Item/1"}"#),
      ], "--edit")
    #expect(found[0].contains(#""property":"tags","before":null,"after":["Tag/new1"]"#))
    #expect(found[1] == "saved as 4\n" && found[2].contains(#"{"property":"tags","value":["Tag/"#))
  }

  /// A new object with the unique values of another one would replace it.
  @Test func replaceNothingThatTheyHaveNotShown() throws {
    let found = try texts(
      [
        ("propose", #"{"commands":["insert Tag name=weather"]}"#), ("apply", #"{"proposal":1}"#),
        ("count", #"{"entity":"Tag"}"#), ("history", #"{"author":"helper via strata mcp"}"#),
      ], "--edit")
    #expect(found[1].hasPrefix("error: "), "\(found[1])")
    #expect(found[2] == "{\"count\":1}\n" && found[3] == "")
  }

  @Test func takeBackTheirOwnSavesAlone() throws {
    let found = try texts([("undo", #"{"save":1}"#), ("undo", #"{"save":99}"#)], "--edit")
    #expect(
      found[0]
        == "error: save 1 is none of helper via strata mcp\nhint: history with that author lists those that are"
    )
    #expect(found[1].hasPrefix("error: save 99 is none of"))
  }

  @Test func proposeSomething() throws {
    let found = try texts(
      [
        ("propose", #"{"commands":[]}"#), ("propose", #"{"commands":["set Item/1 unit kg"]}"#),
        ("propose", #"{"commands":["set Item/1 unit kg --help"]}"#),
      ], "--edit")
    #expect(found.allSatisfy { $0.hasPrefix("error: ") }, "\(found)")
  }

  @Test func getAHundredObjectsWithoutALimit() throws {
    let lines = (1...120).map { "insert Tag name=\"limit \($0)\"" }
    #expect(try shell.run(["--store", shell.store] + lines.flatMap { ["-c", $0] }).status == 0)
    let found = try texts([
      ("fetch", #"{"entity":"Tag","query":"where name CONTAINS \"limit\""}"#),
      ("fetch", #"{"entity":"Tag","query":"offset 10"}"#),
      ("fetch", #"{"entity":"Tag","query":"limit 110 offset 5"}"#),
    ])
    #expect(found.map { $0.split(separator: "\n").count } == [100, 100, 110])
  }

  @Test func goOnBehindAnAnswerThatIsTooLong() throws {
    let memo = String(repeating: "long ", count: 40_000)
    let lines = (0..<6).map { "log Weight 80 --at 2026-02-0\($0 + 2) --memo '\(memo)'\n" }
    let script = try shell.write(lines.joined(), to: "lines.txt")
    let made = try shell.pipeline("\"$APPSHELL\" --store '\(shell.store)' < '\(script.path)'")
    try #require(made.status == 0, "\(made.error)")
    let found = try texts([
      ("fetch", #"{"entity":"Memo"}"#), ("count", #"{"entity":"Memo"}"#),
      ("difference", #"{"from":3,"to":9}"#), ("difference", #"{"from":9,"to":"9"}"#),
    ])
    #expect(found[0].hasPrefix("error: the answer is longer than 1 MiB"))
    #expect(found[1] == "{\"count\":6}\n")
    #expect(found[2].hasPrefix("error: the answer is longer"))
    #expect(found[3] == "nothing differs\n")
  }

  @Test func refuseMessagesOfManyLevels() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    let found = try answers([
      #"{"jsonrpc":"2.0","id":1,"method":"ping","params":\#(deep)}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"ping","params":{"text":"\#(deep)"}}"#,
      #"{"id":5,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":6,"method":7}"#,
    ])
    #expect(found[0].contains("more than 32 levels"))
    #expect(found[1] == #"{"id":2,"jsonrpc":"2.0","result":{}}"#)
    #expect(found[2].contains(#""id":5"#) && found[3].contains(#""id":6"#))
  }

  @Test func saveAtOnceWhereAPersonSaysSo() throws {
    let found = try texts(
      [("propose", #"{"commands":["set Item/1 unit lb"]}"#), ("apply", #"{"proposal":1}"#)],
      "--edit", "--apply")
    #expect(found[0].hasPrefix("saved as 4\n") && found[0].contains(#""after":"lb""#))
    #expect(found[1] == "refused: -32602")
  }

  @Test func runNothingButChangesOfObjects() throws {
    let commands = [
      "source /etc/passwd", "save", "sql DELETE FROM Item", "author root", "help", "-x", "",
      "set Item/1 unit lb\\nset Item/2 unit lb", "!ls", "fetch Item --blobs x",
    ]
    let calls = commands.map { ("propose", "{\"commands\":[\"\($0)\"]}") }
    let reading = [
      ("fetch", #"{"entity":"Item","query":"--blobs=stolen"}"#),
      ("fetch", #"{"entity":"--force"}"#), ("count", #"{"entity":"Item","query":"--deleted"}"#),
      ("history", #"{"author":"--limit"}"#), ("show", #"{"object":"--help"}"#),
    ]
    let found = try texts(calls + reading, "--edit")
    #expect(found.allSatisfy { $0.hasPrefix("error: ") }, "\(found)")
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file("stolen").path))
    #expect(try shell.lines("history --format csv").output.split(separator: "\n").count == 4)
  }

  /// Whatever comes, each line has an answer that is JSON, or none, and the next request is answered.
  @Test func sayAnythingWithoutHarm() throws {
    var random = SeededGenerator(for: "messages of agents")
    let good = [
      Self.greeting, call("fetch", #"{"entity":"Item"}"#), call("schema", "{}"),
      call("propose", #"{"commands":["set Item/1 unit lb"]}"#),
      #"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#,
    ]
    let lines = (0..<300).map { _ -> String in
      var bytes = Array(good[Int.random(in: 0..<good.count, using: &random)].utf8)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: return String(repeating: "[", count: Int.random(in: 1...5000, using: &random))
      case 1: return String(repeating: "{\"a\":", count: 2000)
      case 2: return #"{"jsonrpc":"2.0","id":\#(random.next()),"method":"ping","params":[]}"#
      default:
        for _ in 0..<Int.random(in: 1...5, using: &random) {
          let index = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes.remove(at: index)
          default: bytes.insert(UInt8.random(in: 32...126, using: &random), at: index)
          }
        }
        return String(decoding: bytes.filter { $0 != 0x0A }, as: UTF8.self)
      }
    }
    let long = String(repeating: "x", count: 5 << 20)
    let last = #"{"jsonrpc":"2.0","id":777,"method":"ping"}"#
    let found = try answers(lines + [long, last], "--edit")
    #expect(found.last == #"{"id":777,"jsonrpc":"2.0","result":{}}"#)
    #expect(found.contains { $0.contains("longer than 4 MiB") })
    for line in found {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    #expect(
      try shell.lines("history --format csv").output.split(separator: "\n").count == 4)
  }
}

extension StrataCommand {
  @Test func letsAgentsLookAtStoresOfCoreData() throws {
    try makeStore()
    func call(_ tool: String, _ arguments: String, _ id: Int) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }
    let lines = [
      call("search", #"{"text":"EMMA"}"#, 1),
      call("propose", #"{"commands":["set Book/1 title \"Emma, again\""]}"#, 2),
      call("apply", #"{"proposal":1}"#, 3), call("search", #"{"text":"again"}"#, 4),
    ]
    let result = try RunningProgram(
      BuiltProgram.url("strata"),
      ["mcp", "Books.sqlite", "--model", "Books.xcdatamodeld", "--edit", "--history", "leave"],
      input: try shell.write(lines.map { $0 + "\n" }.joined(), to: "agent"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder
    ).result()
    let found = result.output.split(separator: "\n").map(String.init)
    try #require(found.count == 4, "\(result)")
    #expect(found[0].contains("Emma") && !found[0].contains(#""isError":true"#), "\(found[0])")
    #expect(found[1].contains("nothing is saved yet"), "\(found[1])")
    #expect(found[2].contains("saved"), "\(found[2])")
    #expect(found[3].contains("Emma, again"), "\(found[3])")
  }
}

/// A whole exchange with an agent, word for word, in `Scenarios/agent.jsonl`: `>` is the agent's program, `<` the answer.
@Suite(.timeLimit(.scaledMinutes(5))) struct RecordedExchanges {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Scenarios/agent.jsonl")

  /// What is another one in each run.
  private static func steady(_ line: String) -> String {
    line
      .replacing(/[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}/, with: "UID")
      .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9.]+Z/, with: "TIME")
      .replacing(/\[[0-9]+\]\\"/, with: "[PROCESS]\\\"")
      .replacing(/"version":"[0-9.]+[^"]*"/, with: "\"version\":\"VERSION\"")
  }

  @Test func areTheSame() throws {
    let shell = try AppShell()
    let made = try shell.run([
      "--store", shell.store, "-c", "item add Weight --kind singleValue --unit kg", "-c",
      "log Weight 98 --at 2026-02-01", "-c", "item add Rain --kind singleValue --tag weather",
    ])
    try #require(made.status == 0, "\(made.error)")
    let recorded = try String(contentsOf: Self.file, encoding: .utf8)
    let requests = recorded.split(separator: "\n").filter { $0.hasPrefix("> ") }.map {
      String($0.dropFirst(2))
    }
    let result = try RunningProgram(
      BuiltProgram.url("strata"), ["mcp", shell.store, "--edit"],
      input: try shell.write(requests.map { $0 + "\n" }.joined(), to: "requests"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder
    ).result()
    #expect(result.status == 0 && result.error == "", "\(result)")
    var answers = result.lines.map(Self.steady)[...]
    var exchange = ""
    for request in requests {
      exchange += "> \(request)\n"
      // A notification has no answer.
      if request.contains("\"id\":"), let answer = answers.popFirst() {
        exchange += "< \(answer)\n"
      }
    }
    #expect(answers.isEmpty)
    if Recording.isOn { return try Recording.write(exchange, to: Self.file) }
    #expect(exchange == recorded)
  }
}
