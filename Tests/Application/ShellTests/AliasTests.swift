import Testing

@testable import StrataShell

@MainActor
@Suite("Aliases")
struct AliasTests {
  @Test("stand for the beginning of a line, and further words follow")
  func expand() async throws {
    let toy = try ToyShell()
    let status = await toy.run(
      """
      alias add = 'name add "Grace Hopper"'
      add Ada --loud
      alias e = echo a 'b  c'
      e d
      time e f
      """)
    #expect(status == .success)
    #expect(toy.environment.names == ["GRACE HOPPER", "ADA"])
    #expect(toy.text.hasPrefix("a b  c d\na b  c f\n"))
  }

  @Test("lead to aliases, and never round in a circle")
  func recursion() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run(
      """
      alias a = b 1
      alias b = 'echo 2'
      a 3
      alias echo = 'echo loud'
      echo x
      alias c = d
      alias d = c
      c
      """)
    #expect(toy.text == "2 1 3\nloud x\n")
    #expect(
      toy.errors
        == "script.txt:8:1: error: there is no command “c”\n  hint: help lists the commands\n")
  }

  @Test("a quoted word is none")
  func quoted() async throws {
    let toy = try ToyShell()
    _ = await toy.run("alias echo = 'echo loud'\n'echo' x")
    #expect(toy.text == "x\n")
  }

  @Test("take the words of the program's arguments as they are")
  func words() async throws {
    let toy = try ToyShell()
    _ = await toy.run("alias add = 'name add \"A  B\"'")
    _ = await toy.shell.run([.words(["add", "it's", "", "#x", "a  b"])])
    #expect(toy.environment.names == ["A  B", "it's", "", "#x", "a  b"])
  }

  @Test("errors stand where the line was typed")
  func columns() async throws {
    let toy = try ToyShell(keepsGoing: true)
    _ = await toy.run("alias add = 'name add A A'\nadd B\nalias ok = 'name add'\n  ok C é C")
    #expect(
      toy.errors == """
        script.txt:2:1: error: “A” is there already
        script.txt:4:10: error: “C” is there already

        """)
  }

  @Test("are listed, shown and forgotten")
  func commands() async throws {
    let toy = try ToyShell(keepsGoing: true, format: .csv)
    _ = await toy.run(
      "alias b = 'echo b'\nalias a=echo\nalias\nalias b\nunalias b\nalias\nb\nalias name1 = x\nunalias name2\nalias x y"
    )
    #expect(toy.text == "alias,line\na,echo\nb,echo b\nalias,line\nb,echo b\nalias,line\na,echo\n")
    #expect(toy.errors.contains("script.txt:7:1: error: there is no command “b”"))
    #expect(
      toy.errors.contains(
        "script.txt:9:9: error: there is no alias “name2”\n  hint: did you mean name1?"))
    #expect(toy.errors.contains("script.txt:10:7: error: there is no alias “x y”"))
  }
}
