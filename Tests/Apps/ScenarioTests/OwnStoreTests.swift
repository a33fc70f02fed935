import Foundation
import StrataTestSupport
import Testing

/// Tests of the default store paths of programs. The same program under several names serves as
/// several programs.
@Suite struct OwnStores {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    let program = try AppShell.executable.deletingLastPathComponent().appendingPathComponent(
      "StrataContextsAlone")
    for name in ["Reader", "Writer"] {
      try FileManager.default.createSymbolicLink(
        at: shell.folder.file(name), withDestinationURL: program)
    }
  }

  private func run(_ line: String, environment: [String: String] = [:]) throws -> String {
    let result = try shell.pipeline(line, environment: environment)
    #expect(result.status == 0, "\(result)")
    return result.output.replacing(shell.folder.url.path + "/", with: "")
      .replacing("/private", with: "")
  }

  @Test(arguments: [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "relative"]])
  func belongToOneProgramEach(environment: [String: String]) throws {
    let output = try run(
      "./Reader shelf; ./Writer cabin; ./Reader shelf; ./Writer cabin", environment: environment)
    #expect(
      output == """
        .local/share/Reader/default.store 1
        .local/share/Writer/default.store 1
        .local/share/Reader/default.store 2
        .local/share/Writer/default.store 2

        """)
  }

  @Test func followTheDataFolderVariable() throws {
    let data = shell.folder.file("data").path
    let output = try run("./Reader shelf; ls -ld data/Reader", environment: ["XDG_DATA_HOME": data])
    #expect(output.hasPrefix("data/Reader/default.store 1\ndrwx------ "))
  }

  @Test func ofEarlierVersionsAreUsedByTheProgramWithTheirClasses() throws {
    let output = try run(
      """
      mkdir -p .local/share; ./Reader shelf .local/share/default.store
      ./Reader shelf; ./Writer cabin; ./Reader shelf; ls .local/share
      """)
    #expect(
      output == """
        .local/share/default.store 1
        .local/share/default.store 2
        .local/share/Writer/default.store 1
        .local/share/default.store 3
        Writer
        default.store

        """)
  }

  @Test func ofEarlierVersionsMoveWithTheirFile() throws {
    let output = try run(
      """
      mkdir -p .local/share/Reader; ./Reader shelf .local/share/default.store
      mv .local/share/default.store .local/share/Reader/; ./Reader shelf
      ./Writer cabin .local/share/default.store; ./Reader shelf
      """)
    #expect(
      output == """
        .local/share/default.store 1
        .local/share/Reader/default.store 2
        .local/share/default.store 1
        .local/share/Reader/default.store 3

        """)
  }

  @Test func ofEarlierVersionsThatCantBeReadAreAnError() throws {
    try shell.write("", to: "nothing")
    let result = try shell.pipeline(
      "mkdir -p .local/share; head -c 5000 /dev/zero >.local/share/default.store; ./Reader shelf")
    #expect(result.status != 0)
    #expect(result.error.contains("default.store is not a database"))
  }

  @Test func ofOtherLibrariesAreLeftAlone() throws {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else { return }
    let output = try run(
      """
      mkdir -p .local/share; sqlite3 .local/share/default.store 'CREATE TABLE Shelf (x)'
      ./Reader shelf; sqlite3 .local/share/default.store .tables
      """)
    #expect(output == ".local/share/Reader/default.store 1\nShelf\n")
  }
}
