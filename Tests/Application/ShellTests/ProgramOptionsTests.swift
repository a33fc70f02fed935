import Testing

@testable import StrataShell

@Suite("Program options")
struct ProgramOptionsTests {
  @Test("defaults read standard input as tables")
  func defaults() throws {
    let options = try ProgramOptions.parse([])
    #expect(options == ProgramOptions())
    #expect(options.inputs == [.standardInput])
  }

  @Test func jsonIsAFormat() throws {
    #expect(try ProgramOptions.parse(["--json"]).format == .json)
  }

  @Test("everything can be set, -c and -f in the order given")
  func everything() throws {
    let options = try ProgramOptions.parse(
      [
        "demo", "--store=a b.store", "--author", "import", "--format", "json", "--plugins", "A, B",
        "-c", "echo 1", "-f", "x.txt", "-c", "", "-f", "-", "--keep-going",
        "--echo", "--no-color", "--no-header", "--no-pager", "--config", "c", "--verbose",
        "--version", "-h",
      ], words: ["demo"])
    var expected = ProgramOptions()
    expected.word = "demo"
    expected.store = .path("a b.store")
    expected.author = "import"
    expected.format = .json
    expected.plugins = .only(["A", "B"])
    expected.givenInputs = [
      .line("echo 1"), .script(path: "x.txt"), .line(""), .standardInput,
    ]
    expected.keepsGoing = true
    expected.echoesLines = true
    expected.color = .never
    expected.noHeader = true
    expected.noPager = true
    expected.configuration = .path("c")
    expected.isVerbose = true
    expected.showsVersion = true
    expected.showsHelp = true
    #expect(options == expected)
    #expect(options.inputs == expected.givenInputs)
  }

  @Test("memory, quiet and plugins to leave out")
  func others() throws {
    let options = try ProgramOptions.parse(["--memory", "--quiet", "--without", "A"])
    #expect(options.store == .memory)
    #expect(options.isQuiet)
    #expect(options.plugins == .without(["A"]))
  }

  @Test("what follows the options is a command, its own options included")
  func words() throws {
    let options = try ProgramOptions.parse(
      ["--memory", "-c", "echo x", "log", "Weight", "-5", "--store", "x"], words: ["demo"])
    #expect(options.store == .memory)
    #expect(options.inputs == [.line("echo x"), .words(["log", "Weight", "-5", "--store", "x"])])
    #expect(try ProgramOptions.parse(["--", "log"]).inputs == [.words(["log"])])
  }

  @Test(
    "wrong usage has its exit status and a hint",
    arguments: [
      (["--stroe", "x"], "there is no option “--stroe”", "did you mean --store?"),
      (["-x"], "there is no option “-x”", "did you mean -c?"),
      (["--store"], "--store needs a value", "--help lists the options"),
      (["--store="], "the value of --store is empty", "--help lists the options"),
      (["--memory=1"], "--memory takes no value", "--help lists the options"),
      (["--format", "xml"], "--format can't be “xml”", "one of: table, json, csv, tsv, markdown"),
      (["demo", "item"], "“item” is one word too many", "demo takes no command"),
      (["demo", "demo"], "“demo” is one word too many", "demo takes no command"),
      (["--color", "red"], "--color can't be “red”", "one of: auto, always, never"),
      (["--color", "auto", "--no-color"], "--color and --no-color exclude each other", nil),
      (["--config", "a", "--no-config"], "--config and --no-config exclude each other", nil),
      (["--format", "csv", "--json"], "--format and --json exclude each other", nil),
      (["--json=1"], "--json takes no value", "--help lists the options"),
      (["--store", "a", "--memory"], "--store and --memory exclude each other", nil),
      (["--plugins", "a", "--without", "b"], "--plugins and --without exclude each other", nil),
      (["--author", "a", "--author", "b"], "--author is given twice", nil),
      (["--plugins", ","], "--plugins needs names with commas between", nil),
    ] as [([String], String, String?)])
  func wrong(arguments: [String], message: String, hint: String?) {
    #expect(
      throws: ShellError(
        message, hint: hint ?? "--help lists the options", kind: .programUsage)
    ) { try ProgramOptions.parse(arguments, words: ["demo"]) }
    #expect(ShellError("", kind: .programUsage).exitStatus.rawValue == 2)
  }

  @Test("help shows every option and word")
  func help() {
    let text = ProgramOptions.help(program: "toy", words: [("demo", "shows how it works")])
    #expect(text.hasPrefix("usage: toy [OPTION]... [-c LINE]... [-f SCRIPT]...\n"))
    #expect(text.contains("  toy demo  shows how it works\n"))
    #expect(text.contains("\n  --format FORMAT  table, json, csv, tsv, markdown\n"))
  }
}
