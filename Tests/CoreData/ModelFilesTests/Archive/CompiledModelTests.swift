import StrataArchiveSupport
import Foundation
import StrataArchives
import StrataDescriptions
import StrataModelFiles
import StrataTestSupport
import Testing

@Suite struct CompiledModelFolders {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["Books.mom", "Books 2.mom"] {
      try StoredModel.sampleArchive().write(to: folder.file(name))
    }
    try Data("other".utf8).write(to: folder.file("Books.omo"))
  }

  private func writeInfo(current: String) throws {
    let hash = PropertyListValue.data(Data(repeating: 1, count: 32))
    let info = PropertyListValue.dictionary([
      "NSManagedObjectModel_CurrentVersionName": .string(current),
      "NSManagedObjectModel_VersionHashes": .dictionary([
        "Books": .dictionary(["Book": hash]),
        "Books 2": .dictionary(["Book": hash, "Novel": hash]),
      ]),
    ])
    try Data(PropertyListWriter.bytes(of: info)).write(to: folder.file("VersionInfo.plist"))
  }

  @Test func haveVersionsOfWhichOneIsCurrent() throws {
    try writeInfo(current: "Books 2")
    let compiled = try CompiledModel(contentsOf: folder.url)
    #expect(compiled.versionNames == ["Books", "Books 2"])
    #expect(compiled.currentVersionName == "Books 2")
    #expect(compiled.versionHashes["Books 2"]?.keys.sorted() == ["Book", "Novel"])
    let current = try compiled.currentVersion()
    #expect(try current == compiled.version(named: "Books"))
    #expect(current.model.entities.map(\.name) == ["Book", "Novel"])
  }

  @Test func needNotSayMuch() throws {
    let compiled = try CompiledModel(contentsOf: folder.url)
    #expect(compiled.currentVersionName == nil)
    #expect(compiled.versionHashes.isEmpty)
    #expect(throws: ModelFileError.self) { try compiled.currentVersion() }
    #expect(throws: ModelFileError.self) { try compiled.version(named: "Books 3") }
    try FileManager.default.removeItem(at: folder.file("Books 2.mom"))
    #expect(try CompiledModel(contentsOf: folder.url).currentVersionName == "Books")
  }

  @Test(arguments: ["Books 3", "../Books", ""]) func haveTheirCurrentVersion(name: String) throws {
    try writeInfo(current: name)
    #expect(try CompiledModel(contentsOf: folder.url).currentVersionName == nil)
  }

  @Test func areNotOtherFolders() throws {
    let empty = try TemporaryFolder()
    #expect(throws: ModelFileError.self) { try CompiledModel(contentsOf: empty.url) }
    #expect(throws: ModelFileError.self) { try CompiledModel(contentsOf: empty.file("none")) }
    try Data("{}".utf8).write(to: folder.file("VersionInfo.plist"))
    #expect(throws: ModelFileError.self) { try CompiledModel(contentsOf: folder.url) }
  }

  @Test func filesAreRefusedIfTheyAreNoModel() throws {
    try Data("nothing".utf8).write(to: folder.file("Books.mom"))
    #expect(throws: ModelFileError.self) { try ArchivedModel(contentsOf: folder.file("Books.mom")) }
    #expect(throws: ModelFileError.self) { try ArchivedModel(contentsOf: folder.file("none.mom")) }
    #expect(throws: ModelFileError.self) {
      try ArchivedModel(
        contentsOf: folder.file("Books 2.mom"), limits: ArchiveLimits(inflatedBytes: 100))
    }
  }
}

@Suite struct StoresMetadata {
  @Test func hasHashesAndOtherValues() throws {
    let metadata = try StoreMetadata(propertyList: StoredModel.sample().metadata)
    #expect(metadata.type == "SQLite")
    #expect(metadata.versionHashes["Book"] == Data(repeating: 7, count: 32))
    #expect(metadata.versionHashes.count == 2)
    #expect(metadata.versionHashesVersion == 3)
    #expect(metadata.versionIdentifiers == ["1.0.0"])
    #expect(metadata.frameworkVersion == 1522)
    #expect(metadata.values["token"] == .string("abc"))
    #expect(metadata.identifier == nil)
  }

  @Test func isADictionary() {
    let list = Data(PropertyListWriter.bytes(of: .array([])))
    #expect(throws: ArchiveError.self) { try StoreMetadata(propertyList: list) }
  }
}
