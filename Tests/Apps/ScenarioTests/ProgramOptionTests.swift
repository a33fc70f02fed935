import Foundation
import Testing

/// The program's own options.
@Suite struct ProgramOptions {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  @Test(arguments: [
    ["--stroe", "x"], ["frobnicate"], ["demo", "log"], ["--format", "xml"], ["--store"],
    ["--store", ""],
    ["--memory", "--store", "x"], ["--plugins", "Trakcer"],
    ["--plugins", "Tracker", "--without", "Inspect"],
    ["--author", " "], ["-c"],
  ])
  func wrongOnesAreWrongUsage(arguments: [String]) throws {
    let result = try shell.run(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("error: "))
  }

  @Test func anUnknownOneNamesTheNearest() throws {
    #expect(try shell.run(["--stroe", "x"]).error.contains("--store"))
    #expect(try shell.run(["--memory", "--plugins", "Trakcer"]).error.contains("Tracker"))
  }

  @Test(arguments: [
    ("Europe/Berlin", "+02:00"), (":Europe/Berlin", "+02:00"),
    ("/usr/share/zoneinfo/Europe/Berlin", "+02:00"), ("", "Z"), ("UTC", "Z"), ("UTC0", "Z"),
  ])
  func theZoneOfTheEnvironmentIsThatOfDates(zone: String, offset: String) throws {
    let result = try shell.run(
      [
        "--memory", "-c", "item add Weight --kind singleValue", "-c",
        "log Weight 1 --at 2026-07-01",
        "-c", "data list --format json",
      ], environment: ["TZ": zone])
    #expect(
      result.error == "" && result.output.contains("\"2026-07-01T00:00:00\(offset)\""), "\(result)")
  }

  @Test(arguments: ["Mars/Phobos", ":nowhere", "CET-1CEST,M3.5.0,M10.5.0/3"])
  func aZoneThatIsNoneIsTold(zone: String) throws {
    let result = try shell.run(["--memory", "-c", "echo x"], environment: ["TZ": zone])
    #expect(result.status == 0 && result.output == "x\n")
    #expect(
      result.error
        == "warning: TZ names no time zone “\(zone)”; dates are in UTC. Set it, or time-zone in the "
        + "configuration, like Europe/Berlin\n")
    try shell.write("time-zone = Europe/Berlin", to: "mine")
    let configured = try shell.run(
      ["--memory", "--config", "mine", "-c", "echo x"], environment: ["TZ": zone])
    #expect(configured.error == "")
  }

  @Test func versionAndHelpNeedNoStore() throws {
    let version = try shell.run(["--version", "--store", "no/such/folder"])
    #expect(version.status == 0)
    #expect(version.output.hasPrefix("appshell "))
    #expect(try shell.run(["--help"]).output.hasPrefix("usage: appshell "))
  }

  @Test func linesAndScriptsRunInTheirOrder() throws {
    try shell.write("echo script\n", to: "a.txt")
    let result = try shell.run(
      ["--memory", "-c", "echo one", "-f", "a.txt", "-c", "echo two", "-f", "-"],
      input: "echo three")
    #expect(result == .init(status: 0, output: "one\nscript\ntwo\nthree\n", error: ""))
  }

  @Test func standardInputIsAScript() throws {
    let result = try shell.run(["--memory"], input: "echo one\nfrobnicate\necho two\n")
    #expect(result.status == 1)
    #expect(result.output == "one\n")
    #expect(result.error.hasPrefix("<stdin>:2:1: error: there is no command “frobnicate”\n"))
  }

  @Test func keepGoingGoesOn() throws {
    let result = try shell.run(
      ["--memory", "--keep-going"], input: "frobnicate\necho two\nfrobnicate\n")
    #expect(result.status == 1)
    #expect(result.output == "two\n")
    #expect(result.error.contains("<stdin>:3:1:"))
  }

  @Test func echoShowsEachLineBeforeItsAnswer() throws {
    let result = try shell.pipeline(
      #"printf 'echo one\nitem \\\n  lst\necho two\n' | "$APPSHELL" --memory --echo 2>&1"#)
    #expect(
      result.output == """
        appshell> echo one
        one
        appshell> item \\
        ...   lst
        <stdin>:3:3: error: there is no command “item lst”
          hint: did you mean item list?

        """)
  }

  @Test func quietLeavesOutMessagesButNoData() throws {
    let result = try shell.run([
      "--memory", "--quiet", "--format", "csv", "-c", "item add Sleep --kind interval", "-c",
      "item delete Sleep --yes", "-c", "count Item",
    ])
    #expect(result == .init(status: 0, output: "count\n0\n", error: ""))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "no script(1)"),
    arguments: [
      (["TERM": "xterm"], true), (["TERM": "dumb"], false),
      (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "NO_COLOR": ""], true),
    ])
  func colorsAreForTerminalsThatHaveThem(variables: [String: String], expected: Bool) throws {
    let line = #"script -qec '"$APPSHELL" --memory -c frobnicate; true' /dev/null"#
    let result = try shell.pipeline(line, environment: variables)
    #expect(result.output.contains("there is no command"))
    #expect(result.output.contains("\u{1B}") == expected)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "no script(1)"),
    arguments: ["table", "csv", "json"])
  func aTerminalIsSafeFromData(format: String) throws {
    let evil = "\u{1B}]0;owned\u{7} \u{9B}2J\u{202E}"
    try shell.write(
      """
      item add Weight --kind singleValue
      log Weight 1 --memo '\(evil)'
      data list Weight
      export -
      echo \(evil)
      help \(evil)
      item show '\(evil)'
      """, to: "a.txt")
    let program = #""$APPSHELL" --memory --no-color --keep-going --format \#(format) -f a.txt"#
    let result = try shell.pipeline("script -qec '\(program); true' /dev/null")
    #expect(result.output.contains(#"owned\u"#))
    // The program's own way to take a line back, and how script shows the end of its input.
    let shown = result.output.replacing("\r\u{1B}[K", with: "")
      .replacing("^D\u{8}\u{8}", with: "")
    let controls = shown.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\r" && $0 != "\t") || $0 == "\u{9B}"
        || $0 == "\u{202E}"
    }
    #expect(controls.map(\.value).isEmpty, "\(shown.debugDescription)")
    if format == "csv" {
      #expect(try shell.pipeline(program).output.contains(evil))
    }
  }

  @Test(arguments: ["Tracker", "Inspect", "Context", "History", "Transfer", "Maintenance"])
  func withoutAPluginTheOthersWork(plugin: String) throws {
    let lines = [
      "Tracker": "item add Weight --kind singleValue", "Inspect": "schema", "Context": "status",
      "History": "history", "Transfer": "import --help", "Maintenance": "check",
    ]
    for (name, line) in lines {
      let result = try shell.run(["--memory", "--without", plugin, "-c", line])
      #expect(
        result.status == (name == plugin ? 1 : 0), "\(line) without \(plugin): \(result.error)")
      if name == plugin { #expect(result.error.contains("there is no command")) }
    }
    let help = try shell.run(["--memory", "--without", plugin, "-c", "help"]).output
    #expect(!help.contains("\(plugin)\n"))
  }

  @Test func aPluginAloneWorks() throws {
    let names = "Tracker,Inspect,Context,History,Transfer,Maintenance".split(separator: ",")
    for name in names {
      let result = try shell.run(["--memory", "--plugins", String(name), "-c", "plugins"])
      #expect(result.status == 0)
      #expect(result.output.contains("(1 row)"))
    }
  }

  @Test func aStoreIsKeptWhenThePluginOfItsTablesIsLeftOut() throws {
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
    #expect(try shell.lines("check", options: ["--without", "Tracker"]).status == 0)
    #expect(try shell.lines("count Item", options: ["--format", "csv"]).output == "count\n1\n")
  }

  @Test func importWithoutATrackerSaysWhatIsMissing() throws {
    let result = try shell.run([
      "--memory", "--without", "Tracker", "-c",
      "import sample:seattle-weather.csv --date date --item Wind:singleValue:wind",
    ])
    #expect(result.status == 1)
    #expect(result.error.contains("take the plugin Tracker along"))
  }

  @Test func deletesWhatIsLeftOverOfRunsWithoutAPlugin() throws {
    let made = try shell.lines(
      "item add Weight --kind singleValue", "log Weight 5", "goal add Weight '< 4'")
    #expect(made.status == 0)
    let result = try shell.lines("item delete Weight --yes", options: ["--without", "Goals"])
    #expect(result.status == 0, "\(result)")
    let after = try shell.lines("count Goal", "check", options: ["--format", "csv"])
    #expect(after.output.hasPrefix("count\n0\n") && after.status == 0, "\(after)")
  }
}
