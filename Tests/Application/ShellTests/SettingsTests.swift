import Foundation
import Testing

@testable import StrataShell

@Suite("Settings")
struct SettingsTests {
  private static let declared = [
    Setting("store", "", kind: .path), Setting("author", ""),
    Setting("format", "", kind: .choice(["table", "json"])), Setting("loud", "", kind: .boolean),
    Setting("size", "", kind: .integer), Setting("rate", "", kind: .real),
    Setting("plugins", "", kind: .names),
    Setting("zone", "") { if $0 != "UTC" { throw ShellError("no zone “\($0)”") } },
  ]

  private func read(_ text: String) throws -> Settings {
    var settings = try Settings(Self.declared)
    try settings.read(text, name: "config", folder: "/etc/toy")
    return settings
  }

  @Test("are read from lines, with comments, quotes and blanks")
  func values() throws {
    let settings = try read(
      """
      # mine
        store=here/x.store   # not this
      author = 'Ada "the first" Lovelace'

      format =json\r
      loud = yes
      size = -3
      rate = 2.5e3
      plugins = A, B C ,D
      zone = UTC
      """)
    #expect(settings.text("store") == "/etc/toy/here/x.store")
    #expect(settings.text("author") == "Ada \"the first\" Lovelace")
    #expect(settings.text("format") == "json")
    #expect(settings.boolean("loud") == true)
    #expect(settings.integer("size") == -3)
    #expect(settings.real("rate") == 2500)
    #expect(settings.names("plugins") == ["A", "B C", "D"])
    #expect(settings.place(of: "format")?.line == 5)
    #expect(try read("store = ~/x").text("store") == HomeFolder.path + "/x")
    #expect(try read("store = /x").text("store") == "/x")
    #expect(try read("author = ''").text("author") == "")
    #expect(try read("").text("author") == nil)
  }

  @Test(
    "that aren't understood are errors with their place",
    arguments: [
      ("stroe = x", 1, 1, "there is no setting “stroe”", "did you mean store?"),
      (
        "\n  format = jsno", 2, 12, "format can't be “jsno”",
        "did you mean json?\none of: table, json"
      ),
      ("loud = maybe", 1, 8, "loud can't be “maybe”", "it is true or false"),
      ("size = 1.5", 1, 8, "size can't be “1.5”", "it is a whole number"),
      ("rate = inf", 1, 8, "rate can't be “inf”", "it is a number"),
      ("plugins = A,,B", 1, 11, "plugins can't be “A,,B”", "it is names with commas between"),
      ("zone = X", 1, 8, "no zone “X”", nil),
      ("author Ada", 1, 8, "“=” is missing behind author", "write author = value"),
      ("author =", 1, 9, "author has no value", "write '' for an empty one"),
      (
        "author = 'x", 1, 10, "the quote ' is not closed",
        "write \"it's\" for a word with an apostrophe"
      ),
      ("author = a\nauthor = b", 2, 1, "author is set twice", "the first time in line 1"),
      ("alias = x", 1, 7, "the alias has no name", "write alias NAME = 'line'"),
      ("alias w", 1, 8, "“=” is missing behind alias w", "write alias w = value"),
      ("alias w = ''", 1, 11, "alias w stands for nothing", "unalias w removes it"),
      (
        "= x", 1, 1, "there is no setting “”",
        "the settings are store, author, format, loud, size, rate, plugins, zone and alias"
      ),
    ] as [(String, Int, Int, String, String?)])
  func wrong(text: String, line: Int, column: Int, message: String, hint: String?) {
    let place = SourcePlace(name: "config", line: line, column: column)
    #expect(
      throws: PlacedError(
        ShellError(message, hint: hint, column: column, kind: .programUsage), at: place)
    ) { _ = try read(text) }
  }

  @Test("of one name can't be declared twice")
  func twice() {
    #expect(throws: ShellError.self) { try Settings([Setting("a", ""), Setting("a", "")]) }
  }

  @Test("have aliases beside them")
  func aliases() throws {
    let settings = try read("alias w = 'log Weight'\nalias\tl= data list Weight --where 'x > 1'\n")
    #expect(settings.aliases.names == ["l", "w"])
    #expect(settings.aliases["w"] == "log Weight")
    #expect(settings.aliases["l"] == "data list Weight --where 'x > 1'")
  }
}
