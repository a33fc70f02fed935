import Testing

@testable import StrataShell

@MainActor
@Suite("Built-in commands")
struct BuiltInTests {
  @Test("help lists commands by group")
  func helpList() async throws {
    let toy = try ToyShell()
    _ = await toy.run("help")
    #expect(
      toy.text == """
        Names
          name add    adds names
          name list   lists the names

        Shell
          help        list the commands, or explain one
          format      show or set the format of tables
          source      run the lines of a script
          time        run a line, and show how long it took
          echo        show its words
          alias       list short names for the beginnings of lines, or set one
          unalias     forget an alias
          completion  write the file that makes a shell complete the program's words
          man         write the program's manual page
          quit        leave the shell
          exit        leave the shell

        help COMMAND explains a command.

        """)
  }

  @Test("help explains a command", arguments: ["help name add", "name add --help"])
  func helpCommand(line: String) async throws {
    let toy = try ToyShell()
    #expect(await toy.run(line) == .success)
    #expect(
      toy.text == """
        usage: name add NAME... [--loud]

        adds names

          NAME    a name
          --loud  in capitals

        Examples:
          name add Ada

        """)
  }

  @Test("help of a first word lists its commands, of an unknown one names the nearest")
  func helpWords() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run("help name\nhelp name adt")
    #expect(toy.text.hasPrefix("Names\n  name add   adds names\n  name list  lists the names\n"))
    #expect(!toy.text.contains("echo"))
    #expect(
      toy.errors == """
        script.txt:2:6: error: there is no command “name adt”
          hint: did you mean name add?

        """)
  }

  @Test("help is data when the format is for programs")
  func helpJSON() async throws {
    let toy = try ToyShell(format: .json)
    _ = await toy.run("help echo")
    #expect(
      toy.text
        == #"{"command":"echo","group":"Shell","summary":"show its words","usage":"echo [WORD...]"}"#
        + "\n")
  }

  @Test("format says and sets the format, and lists them when wrong")
  func format() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run("format\nformat jsn\nformat csv\nformat")
    #expect(toy.text == "table\n")
    #expect(
      toy.errors == """
        script.txt:2:8: error: the format can't be “jsn”
          hint: did you mean json?
                one of: table, json, csv, tsv, markdown
        csv

        """)
  }

  @Test("echo shows words as they are, options too")
  func echo() async throws {
    let toy = try ToyShell()
    _ = await toy.run(#"echo --a 'b  c' "d\te" -- #no"#)
    #expect(toy.text == "--a b  c d\te --\n")
  }

  @Test("time runs the rest of the line, quotes and all, and passes errors on with their column")
  func time() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run("time name add 'A  B'\ntime name add 'A  B'")
    #expect(toy.environment.names == ["A  B"])
    let times = toy.text.split(separator: "\n")
    #expect(times.count == 2 && times.allSatisfy { $0.hasPrefix("time: ") && $0.hasSuffix(" s") })
    #expect(toy.errors == "script.txt:2:15: error: “A  B” is there already\n")
  }

  @Test("lines can't nest without end")
  func nesting() async throws {
    let toy = try ToyShell()
    let status = await toy.run(String(repeating: "time ", count: 10_000) + "echo x")
    #expect(status == .commandFailed)
    #expect(toy.errors.contains("nested more than 16 deep"))
  }
}
