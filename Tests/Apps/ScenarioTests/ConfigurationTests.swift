import Foundation
import StrataTestSupport
import Testing

/// The file with a person's settings.
@Suite struct ConfigurationFiles {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      at: shell.folder.file(".config/appshell"), withIntermediateDirectories: true)
    try shell.write(text, to: ".config/appshell/config")
  }

  @Test func sayWhatOptionsLeaveOpen() throws {
    try configure(
      """
      store = data/my.store
      author = Ada
      format = csv
      without = History, Transfer
      time-zone = America/New_York
      alias w = 'log Weight'
      """)
    let result = try shell.run([
      "-c", "item add Weight --kind singleValue", "-c", "w 5 --at 2026-01-02T00:00:00Z", "-c",
      "author", "-c", "data list Weight", "-c", "plugins --no-header",
    ])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.output.contains("author\nAda\n"))
    #expect(result.output.contains("2026-01-01T19:00:00-05:00"))
    #expect(!result.output.contains("History,"))
    #expect(
      FileManager.default.fileExists(
        atPath: shell.folder.file(".config/appshell/data/my.store").path))
  }

  @Test func areWeakerThanOptionsAndTheEnvironment() throws {
    try configure("author = Ada\nformat = csv\nstore = my.store\nwithout = History")
    let options = try shell.run([
      "--memory", "--author", "Bob", "--format", "json", "--plugins", "Context,History", "author",
    ])
    #expect(options.output == "{\"author\":\"Bob\"}\n")
    let other = shell.folder.file("other.store").path
    _ = try shell.run(["echo", "x"], environment: ["APPSHELL_STORE": other])
    #expect(FileManager.default.fileExists(atPath: other))
    #expect(try shell.run(["--no-config", "--memory", "author"]).output.contains("(1 row)"))
  }

  @Test func standWhereTheEnvironmentOrAnOptionSays() throws {
    try shell.write("author = Other", to: "other")
    let arguments = ["--memory", "--format", "csv", "author"]
    let folder = shell.folder.url.path
    let byVariable = try shell.run(arguments, environment: ["APPSHELL_CONFIG": folder + "/other"])
    #expect(byVariable.output == "author\nOther\n")
    #expect(try shell.run(["--config", "other"] + arguments) == byVariable)
    try FileManager.default.createDirectory(
      at: shell.folder.file("xdg/appshell"), withIntermediateDirectories: true)
    try shell.write("author = Xdg", to: "xdg/appshell/config")
    let xdg = try shell.run(arguments, environment: ["XDG_CONFIG_HOME": folder + "/xdg"])
    #expect(xdg.output == "author\nXdg\n")
  }

  @Test(arguments: [
    ("stroe = x", "1:1: error: there is no setting “stroe”\n  hint: did you mean store?"),
    ("\nformat = jsno", "2:10: error: format can't be “jsno”\n  hint: did you mean json?"),
    ("time-zone = Mars", "1:13: error: there is no time zone “Mars”"),
    ("prompt = '{autor}> '", "1:10: error: the prompt has no part “{autor}”"),
    (
      "plugins = Trakcer",
      "1:11: error: there is no plugin “Trakcer”\n  hint: did you mean Tracker?"
    ),
    ("author = ' '", "1:10: error: "),
  ])
  func thatAreWrongAreWrongUsage(text: String, expected: String) throws {
    try shell.write(text, to: "wrong")
    let result = try shell.run(["--memory", "--config", "wrong", "echo", "x"])
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.error.hasPrefix("wrong:" + expected), "\(result.error)")
  }

  @Test func thatAreNamedMustBeThere() throws {
    let result = try shell.run(["--memory", "--config", "no/such", "echo", "x"])
    #expect(result.status == 2)
    #expect(result.error.hasPrefix("error: can't read the configuration no/such: "))
    #expect(try shell.run(["--memory", "echo", "x"]).status == 0)
  }

  @Test func areListed() throws {
    try shell.write("author = Ada", to: "mine")
    let list = try shell.run(["--config", "mine", "--format", "csv", "settings"])
    #expect(list.status == 0)
    #expect(list.lines.contains { $0.hasPrefix("author,Ada,mine:1,") })
    #expect(list.lines.contains { $0.hasPrefix("store,,,a file,") })
    #expect(
      !FileManager.default.fileExists(atPath: shell.folder.file(".local").path),
      "no store is needed")
  }

  @Test func errorsAreObjectsWhereJSONIsAskedFor() throws {
    try shell.write("stroe = x", to: "wrong")
    let result = try shell.run(["--format", "json", "--config", "wrong", "echo", "x"])
    #expect(
      result.error
        == #"{"kind":"programUsage","message":"there is no setting “stroe”","hint":"did you mean store?","place":"wrong","line":1,"column":1}"#
        + "\n")
    #expect(try shell.run(["--format=json", "--nope"]).error.hasPrefix(#"{"kind":"programUsage""#))
    #expect(
      try shell.run(["--format", "json", "--memory", "item", "show", "X"]).error.hasPrefix("{"))
  }
}
