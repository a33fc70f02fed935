import Testing

@testable import StrataShell

@MainActor
@Suite("Command table")
struct CommandTableTests {
  private func table(_ names: [String]) throws -> CommandTable<ToyEnvironment> {
    var table = CommandTable<ToyEnvironment>()
    for name in names {
      try table.add(Command(name.split(separator: " ").map(String.init), "") { _, _ in })
    }
    return table
  }

  private func find(_ line: String, _ names: [String]) throws -> String? {
    var tokenizer = Tokenizer(line)
    return try table(names).find(in: &tokenizer)?.name
  }

  @Test(
    "two words win over one",
    arguments: [
      ("tag add x", "tag add"), ("tag other", "tag"), ("tag", "tag"), ("log it's", "log"),
      ("tag 'unclosed", "tag"), ("'tag' \"add\"", "tag add"), ("  # comment", nil),
    ] as [(String, String?)])
  func longestMatch(line: String, name: String?) throws {
    #expect(try find(line, ["tag", "tag add", "log"]) == name)
  }

  @Test(
    "an unknown name is an error that helps",
    arguments: [
      ("stas", "there is no command “stas”", "did you mean stats?", 1),
      ("zzzzzz", "there is no command “zzzzzz”", "help lists the commands", 1),
      ("item", "“item” needs a second word", "one of: item add, item list", 1),
      ("item adz", "there is no command “item adz”", "did you mean item add?", 6),
      ("item zzzz", "there is no command “item zzzz”", "one of: item add, item list", 6),
      ("ls", "there is no command “ls”", "did you mean item list?", 1),
      ("add Weight", "there is no command “add”", "did you mean item add?", 1),
      ("rm", "there is no command “rm”", "help lists the commands", 1),
      ("itme add", "there is no command “itme”", "did you mean item?", 1),
    ])
  func unknown(line: String, message: String, hint: String, column: Int) {
    #expect(throws: ShellError(message, hint: hint, column: column, kind: .usage)) {
      try find(line, ["item add", "item list", "stats"])
    }
  }

  @Test("the same name twice is an error")
  func duplicate() { #expect(throws: ShellError.self) { try table(["a b", "a b"]) } }

  @Test("words that no line could call are refused", arguments: ["", "a b c", "#x", "-x", "a'b"])
  func words(name: String) { #expect(throws: ShellError.self) { try table([name]) } }

  @Test(
    "arguments that can't be told apart are refused",
    arguments: [
      [.variadic("A"), .optional("B")], [.rest("A"), .rest("B")],
      [.optional("A"), .required("B")], [.required("A"), .required("A")],
    ] as [[Argument]])
  func arguments(arguments: [Argument]) {
    var table = CommandTable<ToyEnvironment>()
    #expect(throws: ShellError.self) {
      try table.add(Command(["x"], "", arguments: arguments) { _, _ in })
    }
  }

  @Test("options of the same name are refused")
  func options() {
    var table = CommandTable<ToyEnvironment>()
    #expect(throws: ShellError.self) {
      try table.add(Command(["x"], "", options: [.flag("a"), .value("a", "V")]) { _, _ in })
    }
  }

  @Test(
    "near names are those with few typing errors",
    arguments: [
      ("hlep", "help"), ("Help", "help"), ("statz", "stats"), ("x", nil), ("", nil),
      ("completely different", nil), ("hepl", "help"), ("hopp", nil), ("stools", nil),
    ] as [(String, String?)])
  func nearest(wrong: String, name: String?) {
    #expect(NearestName.find(wrong, in: ["help", "stats", "history"]) == name)
  }

  @Test(
    "distance counts letters added, left out, changed and swapped",
    arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3)])
  func distance(first: String, second: String, distance: Int) {
    #expect(NearestName.distance(Array(first), Array(second)) == distance)
    #expect(NearestName.distance(Array(second), Array(first)) == distance)
  }
}
