import Foundation
import StrataTestSupport
import Testing

/// Tests that commands work as their help describes.
@Suite struct Help {
  private let shell: AppShell

  init() throws {
    var shell = try AppShell()
    // At night, 23:30-7:00 is of two nights.
    shell.timeZone = AppShell.zoneOfNoon
    self.shell = shell
  }

  private static let csv = ["--format", "csv"]

  /// The names of all commands.
  private func commands() throws -> [String] {
    let result = try shell.run(["--memory", "-c", "help"] + Self.csv)
    #expect(result.status == 0)
    // The names stand first, and have no quotes.
    return result.lines.dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) }
  }

  private func examples(of command: String) throws -> [String] {
    let result = try shell.run(["--memory", "-c", "help \(command)"])
    #expect(result.status == 0)
    let text = result.output
    guard let start = text.range(of: "\nExamples:\n") else { return [] }
    return text[start.upperBound...].split(separator: "\n").map { $0.drop { $0 == " " } }
      .map(String.init)
  }

  /// A store with what the examples talk of.
  private func makeStore() throws {
    let sample = """
      import sample:seattle-weather.csv --date date \
      --item Temperature:dualValues:temp_max,temp_min --item Precipitation:singleValue:precipitation
      """
    let result = try shell.lines(
      "item add Weight --kind singleValue --unit kg",
      "item add Pressure --kind dualValues --values systolic/diastolic",
      "item add Mood --kind singleOption --option happy --option sad --tag mind --tag weather",
      "item add Coffee --kind valueWithOption --option morning",
      "item add Run --kind valueWithInterval --unit km", "item add Sleep --kind interval",
      "log Weight 98", sample)
    #expect(result.status == 0, "\(result)")
    try shell.write("date,wind\n2012-01-01,4.5\n", to: "weather.csv")
    try shell.write("mine", to: "weight.json")
    let made = try shell.lines("export all.jsonl", "backup yesterday.store")
    #expect(made.status == 0, "\(made)")
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scenarios/export.xml"), to: shell.folder.file("export.xml"))
  }

  @Test func hasExamplesThatWork() throws {
    try makeStore()
    let store = shell.folder.file("tracker.store")
    let original = try Data(contentsOf: store)
    var count = 0
    for command in try commands() {
      for example in try examples(of: command) {
        try original.write(to: store)
        // What it makes must not be there already.
        if command == "item add" {
          #expect(try shell.lines("delete Item where TRUEPREDICATE").status == 0)
        }
        let result = try run(example, of: command)
        #expect(result.status == 0, "\(example): \(result.error)")
        #expect(example.hasPrefix(command), "\(example) isn't of \(command)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  /// At the system's shell, which takes quotes away and reads `>` as a file's sign.
  @Test func hasExamplesThatCanBeCopied() throws {
    var count = 0
    for command in try commands() {
      let examples = try examples(of: command)
      guard !examples.isEmpty else { continue }
      let help = try shell.run(["--memory", "help"] + command.components(separatedBy: " "))
      let lines = help.output.components(separatedBy: "\nExamples:\n").last?.split(separator: "\n")
      try #require(lines?.count == examples.count, "\(command)")
      for (example, line) in zip(examples, lines ?? []) {
        let called = try shell.pipeline("appshell() { printf '%s\\n' \"$@\"; }\n\(line)").lines
        let isWhole = called == ["-c", example]
        #expect(isWhole || words(called.joined(separator: " ")) == words(example), "\(line)")
        // A command that reads its quotes itself gets them.
        #expect(isWhole || !example.contains(" where ") || !example.contains("\""), "\(line)")
        count += 1
      }
    }
    #expect(count > 30)
    #expect(
      try shell.folder.names().filter { $0.allSatisfy(\.isNumber) } == [], "a sign made a file")
  }

  /// The words of a line without their quotes.
  private func words(_ line: String) -> [Substring] {
    line.filter { !"'\"".contains($0) }.split(separator: " ")
  }

  /// Runs an example behind the lines that it needs.
  private func run(_ example: String, of command: String) throws -> AppShell.Result {
    let logs = ["log Weight 1", "log Weight 2", "log Weight 3"]
    switch command {
    case "undo": return try shell.run(["--store", shell.store], input: lines(logs + [example]))
    case "stop":
      let start = example.contains("Run") ? "start Run" : "start Sleep"
      return try shell.run(["--store", shell.store], input: lines([start, example]))
    case "redo":
      return try shell.run(["--store", shell.store], input: lines(logs + ["undo 3", example]))
    case "option restore":
      return try shell.lines("option retire Mood sad", example)
    case "data edit", "data delete":
      // An identifier is another one each time.
      let newest = try shell.lines(
        "data list Weight --last 1", options: ["--format", "csv", "--no-header"])
      return try shell.lines(
        example.replacing("3f2a", with: newest.output.prefix(8)), environment: editor)
    case "watch":
      // It ends when it is told to.
      return try shell.pipeline(
        """
        "$APPSHELL" --store tracker.store -c '\(example)' >out & program=$!
        tries=0; until grep -q watching out; do tries=$((tries+1)); [ $tries -lt 20000 ] || exit 9; done
        kill -INT $program; wait $program; [ $? -eq 1 ]
        """)
    default: return try shell.lines(example, environment: editor)
    }
  }

  /// An editor that ends at once, for the examples with `--editor`.
  private let editor = ["EDITOR": "true"]

  private func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  @Test func namesOnlyPropertiesThatThereAre() throws {
    try makeStore()
    let quoted = #/[a-z]+[A-Za-z]*\.[a-z]+[A-Za-z0-9]*/#
    let text = try help(of: try commands()).output
    #expect(!text.contains("`"), "what is said to be understood is an example")
    var paths: Set<String> = []
    for match in text.matches(of: quoted) {
      let path = String(match.output)
      let isFile = ["csv", "json", "jsonl", "xml", "zip", "store", "svg", "html"].contains {
        path.hasSuffix("." + $0)
      }
      // Settings have such names as well.
      if !isFile && path != "tags.name" && !path.hasPrefix("sync.") { paths.insert(path) }
    }
    #expect(!paths.isEmpty)
    let result = try shell.run(
      ["--store", shell.store, "--keep-going"]
        + paths.sorted().flatMap { ["-c", "count ItemData where \($0) != nil"] })
    #expect(result.status == 0, "\(result.error)")
  }

  /// What the program says of commands, in one run.
  private func help(of commands: [String]) throws -> AppShell.Result {
    try shell.run(["--memory"] + commands.flatMap { ["-c", "help \($0)"] })
  }

  @Test func saysWhatEachCommandTakes() throws {
    let all = try commands()
    let texts = try help(of: all).output
    for command in all { #expect("\n\(texts)".contains("\nusage: \(command)")) }
    let taking = all.filter { !["time", "echo"].contains($0) }
    let byOption = try shell.run(["--memory"] + taking.flatMap { ["-c", "\($0) --help"] })
    #expect(try help(of: taking) == byOption)
  }

  @Test func promisesWhatEditingDoes() throws {
    var shell = shell
    shell.timeZone = "UTC"
    #expect(
      try shell.lines(
        "item add Weight --kind singleValue", "log Weight 98 --at 2026-01-02 --memo heavy",
        "data edit last 99"
      ).status == 0)
    func shown() throws -> String? {
      // Behind the identifier.
      try shell.lines("data list Weight", options: Self.csv).lines.last.map {
        String($0.dropFirst(36))
      }
    }
    #expect(try shown() == ",2026-01-02T00:00:00Z,,99.0,,,[],heavy")
    #expect(try shell.lines("data edit last --memo ''").status == 0)
    #expect(try shown() == ",2026-01-02T00:00:00Z,,99.0,,,[],")
    let help = try shell.lines("help data edit").output
    #expect(!help.contains("now when left out"))
    #expect(help.contains("What is left out stays as it is."))
  }

  @Test func listsEveryOptionOfTheProgram() throws {
    let help = try shell.run(["--help"]).output
    let values = [
      "--store": "x.store", "--author": "me", "--format": "json", "--plugins": "Inspect",
      "--without": "History", "-c": "echo x", "-f": "script", "--config": "config",
      "--color": "always",
    ]
    try shell.write("echo x\n", to: "script")
    try shell.write("", to: "config")
    for match in help.matches(of: #/\n  (--?[a-z-]+)/#) {
      let option = String(match.output.1)
      let result = try shell.run([option] + (values[option].map { [$0] } ?? []))
      #expect(result.status == 0, "\(option): \(result.error)")
    }
  }
}
