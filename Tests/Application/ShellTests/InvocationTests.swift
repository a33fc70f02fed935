import Testing

@testable import StrataShell

@MainActor
@Suite("Invocation")
struct InvocationTests {
  private static let signature = CommandSignature(
    words: ["data", "list"],
    arguments: [.required("NAME"), .optional("OTHER")],
    options: [
      .value("from", "D"), .value("tag", "T", isRepeatable: true), .flag("all"),
      .value("by", "UNIT", choices: ["day", "week"]),
    ], parsesOptions: true)

  private func parse(
    _ text: String, _ signature: CommandSignature = signature
  ) throws -> Invocation {
    try InvocationParser.parse(
      signature, in: LogicalLine(text), at: Tokenizer(text), cancellation: Cancellation())
  }

  private func error(_ text: String, _ signature: CommandSignature = signature) -> ShellError? {
    do {
      _ = try parse(text, signature)
      return nil
    } catch {
      return error as? ShellError
    }
  }

  @Test("options stand anywhere, with a blank or an equals sign")
  func options() throws {
    let call = try parse("--from 1 A --tag=x --all --tag 'y z' B")
    #expect(call["NAME"] == "A")
    #expect(call["OTHER"] == "B")
    #expect(call.option("from")?.text == "1")
    #expect(call.options("tag").map(\.text) == ["x", "y z"])
    #expect(call.flag("all"))
    #expect(call.option("by") == nil)
  }

  @Test(
    "negative numbers and lone dashes are values",
    arguments: ["-5.2", "-.5", "-", "-1e3", "-inf", "-5:30"])
  func negative(value: String) throws {
    let call = try parse("\(value) --from \(value)")
    #expect(call["NAME"] == value)
    #expect(call.option("from")?.text == value)
  }

  @Test("-- ends options, and so do quotes")
  func endOfOptions() throws {
    let call = try parse("'--all' -- --from")
    #expect(call["NAME"] == "--all")
    #expect(call["OTHER"] == "--from")
    #expect(!call.flag("all"))
  }

  @Test(
    "wrong use is an error with its column and the usage line",
    arguments: [
      ("", "NAME is missing", nil), ("A B C", "“C” is one word too many", 5),
      ("A --form 1", "data list has no option “--form”", 3),
      ("A -x", "data list has no option “-x”", 3), ("A --from", "--from needs a value", 3),
      ("A --from --all", "--from needs a value", 3), ("A --all=1", "--all takes no value", 3),
      ("A --from 1 --from 2", "--from is given twice", 12),
      ("A --all --all", "--all is given twice", 9),
    ] as [(String, String, Int?)])
  func wrongUse(line: String, message: String, column: Int?) throws {
    let found = try #require(error(line))
    #expect(found.message == message)
    #expect(found.column == column)
    #expect(found.kind == .usage)
    #expect(
      found.hint?.hasSuffix(
        "usage: data list NAME [OTHER] [--from D] [--tag T]... [--all] [--by UNIT]") == true)
  }

  @Test("an unknown option names the nearest")
  func nearestOption() {
    #expect(error("A --form 1")?.hint?.hasPrefix("did you mean --from?") == true)
  }

  @Test("a choice that isn't offered lists the choices")
  func choices() throws {
    let found = try #require(error("A --by dya"))
    #expect(found.message == "--by can't be “dya”")
    #expect(found.hint == "did you mean day?\none of: day, week")
    #expect(found.column == 8)
    #expect(try parse("A --by week").option("by")?.text == "week")
  }

  @Test("required options and enough words have to be there")
  func required() {
    let needy = CommandSignature(
      words: ["x"], arguments: [.variadic("WORD", minimum: 2)],
      options: [.value("kind", "KIND", isRequired: true)], parsesOptions: true)
    #expect(needy.usage == "x WORD... --kind KIND")
    #expect(error("a --kind k", needy)?.message == "WORD is missing")
    #expect(error("a b", needy)?.message == "--kind KIND is missing")
    #expect(error("a b --kind k", needy) == nil)
  }

  @Test("a rest argument is the line as typed, comment and earlier options apart")
  func rest() throws {
    let fetch = CommandSignature(
      words: ["fetch"], arguments: [.required("ENTITY"), .rest("CLAUSES")],
      options: [.flag("all")], parsesOptions: true)
    let line = #"Item --all where name == "it's" AND v > -3 --x # note"#
    let call = try parse(line, fetch)
    let rest = try #require(call.rest)
    #expect(rest.text == #"where name == "it's" AND v > -3 --x"#)
    #expect(rest.column == 12)
    #expect(call.flag("all"))
    #expect(try parse("Item", fetch).rest == nil)
    #expect(fetch.usage == "fetch ENTITY [--all] [CLAUSES]")
  }

  @Test(
    "options stand in a rest argument too, and leave its columns as they are",
    arguments: [
      ("a -- b limit 1", nil, nil, "a -- b limit 1"),
      ("where a == 1 --format json limit 1", "json", nil, "where a == 1               limit 1"),
      ("limit 1 --format=csv --all", "csv", true, "limit 1"),
      ("a == \"x --all \\\" --format csv\" --all", nil, true, "a == \"x --all \\\" --format csv\""),
      ("a == 'it\\'s --all", nil, nil, "a == 'it\\'s --all"),
      ("a --b --allx", nil, nil, "a --b --allx"), ("--all # --format csv", nil, true, nil),
    ] as [(String, String?, Bool?, String?)])
  func optionsInRest(line: String, format: String?, all: Bool?, rest: String?) throws {
    let fetch = CommandSignature(
      words: ["fetch"], arguments: [.required("ENTITY"), .rest("CLAUSES")],
      options: [.flag("all")], parsesOptions: true)
    let call = try parse("Item \(line)", fetch)
    #expect(call.rest?.text == rest)
    #expect(call.option("format")?.text == format)
    #expect(call.flag("all") == (all ?? false))
    #expect(call.rest.map(\.column) == rest.map { _ in 6 })
    #expect(try parse("-- Item \(line)", fetch).rest?.text.contains("--") != false)
    #expect(error("Item limit 1 --format xml", fetch)?.column == 23)
    #expect(error("Item limit 1 --all x --all", fetch)?.message == "--all is given twice")
  }

  @Test("the raw text from any value on is at hand")
  func rawTextFromValue() throws {
    let call = try parse(#"A "B c"  --from 'x y'"#)
    let value = try #require(call.argument("OTHER"))
    #expect(call.rawText(from: value)?.text == #""B c"  --from 'x y'"#)
    #expect(call.rawText(from: value)?.column == 3)
  }

  @Test("a value knows where its text begins, for parsers that count columns in it")
  func contentColumns() throws {
    let call = try parse(#"'A' --from="b" --tag=c --tag d"#)
    #expect(call.argument("NAME")?.contentColumn == 2)
    #expect(call.option("from")?.contentColumn == 13)
    #expect(call.options("tag").map(\.contentColumn) == [22, 30])
  }

  @Test("values convert to numbers or say at which column they don't")
  func numbers() throws {
    let call = try parse("98.6 -7")
    #expect(try call.require("NAME").real() == 98.6)
    #expect(try call.require("OTHER").integer() == -7)
    #expect(throws: ShellError.self) { try call.require("NAME").integer() }
    let text = try parse("x nan")
    #expect(throws: ShellError.self) { try text.require("OTHER").real() }
    #expect(throws: ShellError.self) { try text.require("NONE") }
  }
}
