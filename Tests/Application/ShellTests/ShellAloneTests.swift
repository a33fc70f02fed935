import Testing

@testable import StrataShell

@MainActor
@Suite("Shell alone")
struct ShellAloneTests {
  @Test("a script's output is what its commands write")
  func script() async throws {
    let toy = try ToyShell()
    let status = await toy.run(
      """
      # people
      name add Ada "Grace Hopper" \\
        --loud
      name list
      format json
      name list   # again
      format csv
      name list
      """)
    #expect(status == .success)
    #expect(
      toy.text == """
        name          length
        ------------  ------
        ADA                3
        GRACE HOPPER      12
        (2 rows)
        {"name":"ADA","length":3}
        {"name":"GRACE HOPPER","length":12}
        name,length
        ADA,3
        GRACE HOPPER,12

        """)
    #expect(toy.errors == "")
  }

  @Test("the environment wraps each command and no built-in one")
  func environmentWraps() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run("name add A\necho x\nname add B A\nhelp\ntime name list")
    #expect(
      toy.environment.events == ["saved name add", "rolled back name add", "saved name list"])
    #expect(toy.environment.names == ["A"])
  }

  @Test("a script stops at its first error, and says where it was")
  func stopsAtError() async throws {
    let toy = try ToyShell()
    let status = await toy.run("name add A\nname add \\\n  A\nname add B")
    #expect(status == .commandFailed)
    #expect(toy.errors == "script.txt:3:3: error: “A” is there already\n")
    #expect(toy.environment.names == ["A"])
  }

  @Test("keep going runs the lines after an error, but fails")
  func keepsGoing() async throws {
    let toy = try ToyShell(keepsGoing: true)
    #expect(await toy.run("nmae list\nname add B") == .commandFailed)
    #expect(toy.environment.names == ["B"])
    #expect(
      toy.errors == """
        script.txt:1:1: error: there is no command “nmae”
          hint: did you mean name?

        """)
  }

  @Test("what a command wrote before it failed is shown")
  func outputBeforeError() async throws {
    let toy = try ToyShell(commands: [
      Command(["half"], "") { _, environment in
        environment.output.message("first half")
        throw ShellError("no second half")
      }
    ])
    _ = await toy.run("half")
    #expect(toy.text == "first half\n")
    #expect(toy.errors == "script.txt:1: error: no second half\n")
  }

  @Test("quit ends everything, exit is the same", arguments: ["quit", "exit"])
  func quit(word: String) async throws {
    let toy = try ToyShell()
    let status = await toy.shell.run([.line("echo a"), .line(word), .line("echo b")])
    #expect(status == .success)
    #expect(toy.text == "a\n")
  }

  @Test("lines given as arguments count as lines of one script")
  func argumentLines() async throws {
    let toy = try ToyShell()
    let status = await toy.shell.run([.line("echo a"), .line("nonsense"), .line("echo b")])
    #expect(status == .commandFailed)
    #expect(toy.text == "a\n")
    #expect(toy.errors.hasPrefix("-c:2:1: error: there is no command “nonsense”\n"))
  }

  @Test("an application's command can't take a built-in name")
  func builtInName() {
    #expect(throws: ShellError.self) {
      try ToyShell(commands: [Command(["help"], "") { _, _ in }])
    }
  }

  @Test("a store that can't be opened gives its own exit status")
  func storeStatus() async throws {
    let toy = try ToyShell(commands: [
      Command(["open"], "") { _, _ in throw ShellError("locked", kind: .storeUnavailable) }
    ])
    #expect(await toy.run("open") == .storeUnavailable)
  }

  @Test("a line is run outside any source, and its error thrown")
  func executeLine() async throws {
    let toy = try ToyShell()
    try await toy.shell.execute("name add Zoë")
    #expect(toy.environment.names == ["Zoë"])
    await #expect(throws: ShellError.self) { try await toy.shell.execute("name add Zoë") }
  }
}
