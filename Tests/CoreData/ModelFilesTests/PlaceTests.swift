import Foundation
import StrataDescriptions
import StrataModelFiles
import StrataTestSupport
import Testing

@Suite struct ModelPlaces {
  private let folder: TemporaryFolder
  private let bundle: URL

  init() throws {
    folder = try TemporaryFolder()
    bundle = folder.file("Library.xcdatamodeld")
  }

  private func document(_ entity: String) -> ModelDocument {
    ModelDocument(model: ManagedObjectModel(entities: [EntityDescription(name: entity)]))
  }

  private func versions(_ names: String..., current: String) -> VersionedModelDocument {
    VersionedModelDocument(
      versions: names.map { .init(name: $0, document: document($0)) }, currentVersionName: current)
  }

  private func entities(at url: URL, version: String? = nil) throws -> [String] {
    try ModelDocument(contentsOf: url, version: version).model.entities.map(\.name)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: bundle.appendingPathComponent(name))
  }

  @Test func areVersionsByTheNamesThatXcodeCompilesThemTo() throws {
    try versions("One", "Two", current: "Two").write(to: bundle)
    let old = try ManagedObjectModel(contentsOf: bundle.appendingPathComponent("One.mom"))
    #expect(old.entities.map(\.name) == ["One"])
    #expect(throws: ModelFileError.self) {
      try ManagedObjectModel(contentsOf: bundle.appendingPathComponent("Three.mom"))
    }
  }

  @Test func areFoldersOfOneVersionAndTheFileInIt() throws {
    let url = folder.file("Library.xcdatamodel")
    try document("Book").write(to: url)
    #expect(try entities(at: url) == ["Book"])
    #expect(try entities(at: url.appendingPathComponent("contents")) == ["Book"])
    try document("Paper").write(to: url)
    #expect(try entities(at: url) == ["Paper"])
  }

  @Test func areFoldersOfAllVersions() throws {
    try versions("Lib", "Lib 2", "Lib 10", current: "Lib 2").write(to: bundle)
    #expect(try VersionedModelDocument.versionNames(at: bundle) == ["Lib", "Lib 2", "Lib 10"])
    #expect(try VersionedModelDocument.currentVersionName(at: bundle) == "Lib 2")
    #expect(try entities(at: bundle) == ["Lib 2"])
    #expect(try entities(at: bundle, version: "Lib 10") == ["Lib 10"])
    let read = try VersionedModelDocument(contentsOf: bundle)
    #expect(read == versions("Lib", "Lib 2", "Lib 10", current: "Lib 2"))
    #expect(read.currentDocument == document("Lib 2"))
  }

  @Test func haveOneVersionWithoutSayingSo() throws {
    try versions("Lib", current: "Lib").write(to: bundle)
    try remove(".xccurrentversion")
    #expect(try entities(at: bundle) == ["Lib"])
    let read = try VersionedModelDocument(contentsOf: bundle)
    try read.write(to: bundle)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bundle.path) == ["Lib.xcdatamodel"])
  }

  @Test func nameTheChoicesWhereNoneIsCurrent() throws {
    try versions("A", "B", current: "A").write(to: bundle)
    try remove(".xccurrentversion")
    let error = #expect(throws: ModelFileError.self) { try ModelDocument(contentsOf: bundle) }
    #expect(error == .noCurrentVersion(path: bundle.path, versions: ["A", "B"]))
    #expect(
      "\(error, default: "")".hasSuffix("which version is the current one; name one of “A”, “B”"))
    #expect(try entities(at: bundle, version: "B") == ["B"])
  }

  @Test(arguments: ["<plist><dict/></plist>", "<plist><dict><key>a</key><true/></dict></plist>"])
  func mayHaveAFileThatNamesNoCurrentVersion(_ text: String) throws {
    try versions("A", current: "A").write(to: bundle)
    let file = bundle.appendingPathComponent(".xccurrentversion")
    try Data(text.utf8).write(to: file)
    #expect(try entities(at: bundle) == ["A"])
    #expect(try VersionedModelDocument(contentsOf: bundle).currentVersionName == "A")
    try versions("A", "B", current: "A").write(to: bundle)
    try Data(text.utf8).write(to: file)
    let none = ModelFileError.noCurrentVersion(path: bundle.path, versions: ["A", "B"])
    #expect(throws: none) { try ModelDocument(contentsOf: bundle) }
    #expect(try entities(at: bundle, version: "B") == ["B"])
  }

  @Test func nameTheChoicesWhereAVersionIsMissing() throws {
    try versions("A", "B", current: "B").write(to: bundle)
    try remove("B.xcdatamodel")
    let missing = ModelFileError.noSuchVersion(path: bundle.path, version: "B", versions: ["A"])
    #expect(throws: missing) { try ModelDocument(contentsOf: bundle) }
    #expect(throws: missing) { try ModelDocument(contentsOf: bundle, version: "B") }
    #expect(throws: missing) { try VersionedModelDocument(contentsOf: bundle) }
    #expect(try entities(at: bundle, version: "A") == ["A"])
  }

  @Test(arguments: [
    "", "no list", "<plist><dict><key>_XCCurrentVersionName</key></dict></plist>",
    "<plist><string>A</string></plist>", "bplist00", String(repeating: "<array>", count: 500),
    String(repeating: " ", count: 5000),
  ])
  func areRefusedWhereTheCurrentVersionIsDamaged(_ text: String) throws {
    try versions("A", current: "A").write(to: bundle)
    try Data(text.utf8).write(to: bundle.appendingPathComponent(".xccurrentversion"))
    let error = #expect(throws: ModelFileError.self) { try ModelDocument(contentsOf: bundle) }
    #expect("\(error, default: "")".contains(".xccurrentversion is not a model"))
  }

  @Test func sayWhatIsNotThere() throws {
    let url = folder.file("None.xcdatamodel")
    #expect(
      throws: ModelFileError.unreadable(path: url.path, reason: "there is no such file or folder")
    ) {
      try ModelDocument(contentsOf: url)
    }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let empty = #expect(throws: ModelFileError.self) { try ModelDocument(contentsOf: url) }
    #expect("\(empty, default: "")".contains("there is no file “contents” in it"))
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let none = #expect(throws: ModelFileError.self) { try ModelDocument(contentsOf: bundle) }
    #expect("\(none, default: "")".contains("there is no version"))
  }

  @Test func sayThatModelsAreTooOld() throws {
    let url = folder.file("Old.xcdatamodel")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data("bplist00".utf8).write(to: url.appendingPathComponent("elements"))
    try Data("bplist00".utf8).write(to: url.appendingPathComponent("layout"))
    let error = #expect(throws: ModelFileError.self) { try ModelDocument(contentsOf: url) }
    #expect("\(error, default: "")".contains("Xcode 3; open it in a newer version of Xcode"))
  }

  @Test func areFilesAndNoDevices() throws {
    let url = folder.file("Device.xcdatamodel")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent("contents").path, withDestinationPath: "/dev/zero")
    let error = #expect(throws: ModelFileError.self) { try ModelDocument(contentsOf: url) }
    #expect("\(error, default: "")".contains("it isn't a file"))
  }

  @Test func areReplacedAsAWhole() throws {
    try versions("A", "B", current: "A").write(to: bundle)
    try versions("C", current: "C").write(to: bundle)
    #expect(try VersionedModelDocument.versionNames(at: bundle) == ["C"])
    #expect(try folder.names() == ["Library.xcdatamodeld"])
  }

  @Test func stayWhereAVersionCannotBeWritten() throws {
    try versions("A", current: "A").write(to: bundle)
    var broken = versions("A", "B", current: "A")
    broken.versions[1].document.model.entities[0].name = "\u{1}"
    #expect(throws: ModelFileError.self) { try broken.write(to: bundle) }
    #expect(try entities(at: bundle) == ["A"])
    #expect(try folder.names() == ["Library.xcdatamodeld"])
  }

  @Test(arguments: [["A", "A"], ["A", "../B"], ["A", ""], ["A", ".hidden"], ["B"]])
  func refuseNamesThatNoFolderCanHave(_ names: [String]) {
    let bundleDocument = VersionedModelDocument(
      versions: names.map { .init(name: $0, document: document("E")) }, currentVersionName: "A")
    #expect(throws: ModelFileError.self) { try bundleDocument.write(to: bundle) }
    #expect(!FileManager.default.fileExists(atPath: bundle.path))
  }

  @Test func keepNamesThatXMLEscapes() throws {
    try versions("R&D <1>", "B", current: "R&D <1>").write(to: bundle)
    #expect(try entities(at: bundle) == ["R&D <1>"])
  }
}
