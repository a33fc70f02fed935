import Foundation
import Testing

/// The program's own options.
@Suite struct ProgramOptions {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  @Test(arguments: [
    ["--stroe", "x"], ["frobnicate"], ["--format", "xml"], ["--store"], ["--store", ""],
    ["--memory", "--store", "x"], ["--plugins", "Trakcer"],
    ["--plugins", "Tracker", "--without", "Inspect"],
    ["--author", " "], ["-c"], ["--quiet", "--verbose"],
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

  @Test func quietLeavesOutMessagesButNoData() throws {
    let result = try shell.run([
      "--memory", "--quiet", "--format", "csv", "-c", "item add Sleep --kind interval", "-c",
      "item delete Sleep", "-c", "count Item",
    ])
    #expect(result == .init(status: 0, output: "count\n0\n", error: ""))
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
}
