import Foundation
import StrataTestSupport
import Testing

/// Small programs that each import one module alone.
@Suite struct ModulesAlone {
  @Test(arguments: [
    (
      "StrataDomainAlone",
      "Weight singleValue 98.6 [63]\n"
    ),
    ("StrataChartsAlone", "Hours · 2001-01-01 to 2001-01-10\n▁▅█\n"),
    ("StrataCompilerMessagesAlone", "string(\"\\\"#text(a)\\\"\")\n"),
    ("StrataSwiftParserAlone", "class Book 2\n"),
    ("StrataObservationAlone", "true\nsaved 7\n0\n"),
    (
      "StrataContextsAlone", "true\n[\"Leaves of Grass on Poems\"]\n[47.5]\n"
    ),
    ("StrataStackAlone", "editor import\n"),
    (
      "StrataStorageAlone",
      "1 2 [\"1: 1.5\", \"2: 2.5\"]\n[\"1 alone 2\", \"2 alone 2\"]\n[\"48.5 8.0\"]\n"
    ),
    ("StrataSchemaAlone", "[\"Book\"] 1\n"),
    ("StrataShellAlone", "count\n2\ncount\n42\nsuccess\n"),
  ])
  func workWithoutTheOthers(program: String, expected: String) throws {
    let result = try run(program)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix(expected))
  }

  @Test func areComposedBehindAShell() throws {
    let result = try run("StrataComposedAlone")
    #expect(result.output == "high,rows,noted\nWeight,2,1\ncommandFailed\n", "\(result)")
    #expect(result.error.contains("give at least 3 and fewer than 20 characters"), "\(result)")
  }

  @Test func remindersAreAnAppOfTheirOwn() throws {
    let listed = try run(
      "reminders",
      ["--memory", "--format", "csv", "-c", "item add Weight --kind singleValue"]
        + [
          "-c", "log Weight 98 --at 2020-01-01", "-c", "remind add Weight 7d", "-c", "remind list",
        ])
    #expect(listed.status == 0 && listed.output.hasSuffix("2020-01-08T00:00:00Z,true\n"))
  }

  @Test func applicationShowsHierarchies() throws {
    let lines = [
      "park A1", "park B2 --load 7.5", "park B2", "park A1 --load 1", "schema",
      "fetch Vehicle", "fetch Lorry", "count Vehicle where wheels == 4", "set Vehicle/2 load 8.5",
      "show Vehicle/2", "aggregate Vehicle count(*) group by self",
      #"update Vehicle where plate == "B2" set wheels = wheels + 2"#,
      "delete Vehicle where wheels > 4", "count Lorry",
    ]
    let result = try run(
      "StrataApplicationAlone",
      ["--memory", "--format", "csv", "--keep-going"] + lines.flatMap { ["-c", $0] })
    #expect(
      result.output == """
        entity,superentity,attributes,relationships,objects
        Lorry,Vehicle,3,0,1
        Vehicle,,2,0,2
        key,plate,wheels
        Vehicle/1,A1,4
        Lorry/2,B2,4
        key,plate,wheels,load
        Lorry/2,B2,4,7.5
        count
        2
        property,value
        key,Lorry/2
        plate,B2
        wheels,4
        load,8.5
        self,count(*)
        Vehicle/1,1
        Lorry/2,1
        count
        0

        """)
    #expect(
      result.error == """
        -c:3: error: Vehicle/3 can't be saved: Lorry/2 has the same plate 'B2'
        -c:4: error: Lorry/4 can't be saved: Vehicle/1 has the same plate 'A1'
        updated 1 object
        deleted 1 object

        """)
  }

  @Test func queryTextTellsWhereAQueryIsWrong() throws {
    let lines = try run("StrataQueryTextAlone").lines
    #expect(lines.first == #"where title BEGINSWITH[c] "the" sort by title limit 3"#)
    #expect(lines.last == "column 7: Book has no property titel; did you mean title?")
  }

  /// See `RuntimeFeature`: each has something public to fall back on.
  @Test(arguments: [
    ["StrataContextsAlone"], ["StrataObservationAlone"], ["StrataSchemaAlone"],
    [
      "StrataApplicationAlone", "--memory", "--format", "csv", "-c", "park A1", "-c",
      "park B2 --load 7.5", "-c", "fetch Vehicle where wheels == 4 sort by plate", "-c",
      "aggregate Vehicle count(*) group by wheels", "-c", "delete Vehicle where wheels > 2", "-c",
      "count Vehicle",
    ],
    [
      "appshell", "--memory", "-c", "schema", "-c",
      "aggregate ItemData count(*), max(dataContent.value1) group by item.name",
    ],
  ])
  func workByPublicMeansAlone(command: [String]) throws {
    let arguments = Array(command.dropFirst())
    let usual = try run(command[0], arguments)
    let result = try run(command[0], arguments, environment: ["STRATA_RUNTIME": "public"])
    #expect(usual.status == 0 && result.status == 0, "\(result.error)")
    #expect(result.output == usual.output && result.error == usual.error)
  }

  private func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> AppShell.Result {
    let shell = try AppShell()
    let url = try AppShell.executable.deletingLastPathComponent().appendingPathComponent(program)
    return try RunningProgram(
      url, arguments, input: try shell.write("", to: "nothing"), environment: environment,
      folder: shell.folder
    ).result()
  }
}
