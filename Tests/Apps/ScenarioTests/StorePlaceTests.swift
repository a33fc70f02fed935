import Foundation
import StrataTestSupport
import Testing

/// Tests of the store's path and its file permissions.
@Suite struct StorePlace {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  private func mode(_ name: String) throws -> Int? {
    let path = shell.folder.file(name).path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test func isReadableByItsOwnerAlone() throws {
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
    #expect(try mode("tracker.store") == 0o600)
  }

  @Test func isInTheUsersDataFolderByDefault() throws {
    #expect(try shell.run(["-c", "item add Weight --kind singleValue"]).status == 0)
    #expect(try mode(".local/share/appshell/tracker.store") == 0o600)
  }

  @Test func followsTheDataFolderVariable() throws {
    let data = shell.folder.file("data")
    let environment = ["XDG_DATA_HOME": data.path]
    #expect(try shell.run(["-c", "count Item"], environment: environment).status == 0)
    #expect(try mode("data/appshell/tracker.store") == 0o600)
  }

  @Test func followsItsOwnVariableFirst() throws {
    let environment = [
      "XDG_DATA_HOME": shell.folder.file("data").path,
      "APPSHELL_STORE": shell.folder.file("new/folder/my.store").path,
    ]
    let add = try shell.run(["-c", "item add Weight --kind singleValue"], environment: environment)
    #expect(add.status == 0, "\(add)")
    #expect(try mode("new/folder/my.store") == 0o600)
    #expect(!FileManager.default.fileExists(atPath: shell.folder.file("data").path))
  }

  @Test(arguments: [":memory:", "file:x?mode=memory", "a b%20c#?.store", "größe.store"])
  func hasOddNamesAsTheyAre(name: String) throws {
    let add = try shell.run(["--store", name, "-c", "item add Weight --kind singleValue"])
    #expect(add.status == 0)
    #expect(FileManager.default.fileExists(atPath: shell.folder.file(name).path))
    let count = try shell.run(["--store", name, "--format", "csv", "-c", "count Item"])
    #expect(count.output == "count\n1\n")
  }

  @Test func isAFileAloneWhenTheProgramHasEnded() throws {
    let result = try shell.lines(
      "item add Mood --kind singleOption --option happy --tag mind", "log Mood --option happy",
      "import sample:seattle-weather.csv --date date --item Wind:singleValue:wind",
      "item show Mood", "item delete Mood --yes")
    #expect(result.status == 0)
    #expect(try shell.folder.names().filter { $0.hasPrefix("tracker") } == ["tracker.store"])
  }

  @Test func inMemoryLeavesNothing() throws {
    let before = try shell.folder.names()
    #expect(try shell.run(["--memory", "-c", "item add Weight --kind singleValue"]).status == 0)
    #expect(try shell.folder.names().filter { !$0.hasPrefix("input-") } == before)
  }
}
