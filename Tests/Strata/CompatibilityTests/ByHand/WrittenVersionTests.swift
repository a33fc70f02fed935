import SwiftData
import Testing

@Suite struct StoresOfClassesWrittenOutByHand {
  private let file: StoreFile

  init() throws { file = try StoreFile() }

  @Test func areThoseOfTheMacrosClasses() throws {
    let byMacro = Schema([WrittenVersions.ByMacro.Folder.self])
    let byHand = Schema([WrittenVersions.ByHand.Folder.self])
    #expect(byMacro.problem == nil && byHand.problem == nil)
    for name in ["Note", "Folder"] {
      let (one, other) = (byMacro.entitiesByName[name], byHand.entitiesByName[name])
      #expect(one?.attributes.map(\.columns) == other?.attributes.map(\.columns))
      #expect(one?.attributes.map(\.isUnique) == other?.attributes.map(\.isUnique))
      #expect(one?.attributes.map(\.defaultColumns) == other?.attributes.map(\.defaultColumns))
      let links = [one, other].map { entity in
        (entity?.relationships ?? []).map {
          "\($0.name) \($0.destination) \($0.inverseName ?? "") \($0.isToOne) \($0.deleteRule)"
        }
      }
      #expect(links[0] == links[1] && links[0].count == 1)
    }
  }

  @Test func areReadByEither() throws {
    func write() throws {
      let context = try file.context([WrittenVersions.ByMacro.Folder.self])
      let folder = WrittenVersions.ByMacro.Folder(name: "home")
      folder.notes = ["a", "b"].map { WrittenVersions.ByMacro.Note(title: $0) }
      context.insert(folder)
      try context.save()
    }
    func change() throws {
      let context = try file.context([WrittenVersions.ByHand.Folder.self])
      let folder = try #require(
        try context.fetch(FetchDescriptor<WrittenVersions.ByHand.Folder>()).first)
      #expect(folder.notes.map(\.title) == ["a", "b"] && folder.notes.map(\.pages) == [1, 1])
      folder.notes.append(WrittenVersions.ByHand.Note(title: "c"))
      folder.notes[0].pages = 7
      try context.save()
    }
    try write()
    try change()
    let context = try file.context([WrittenVersions.ByMacro.Folder.self])
    let notes = try context.fetch(
      FetchDescriptor<WrittenVersions.ByMacro.Note>(sortBy: [SortDescriptor(\.title)]))
    #expect(notes.map(\.title) == ["a", "b", "c"] && notes.map(\.pages) == [7, 1, 1])
    #expect(notes.allSatisfy { $0.folder?.name == "home" })
  }

  @Test func areMigratedAsTheClassChanges() throws {
    func write() throws {
      let context = try file.context([WrittenVersions.ByHand.Note.self])
      for title in ["a", "b"] { context.insert(WrittenVersions.ByHand.Note(title: title)) }
      try context.save()
    }
    try write()
    let context = try file.context([WrittenVersions.Grown.Note.self])
    let notes = try context.fetch(
      FetchDescriptor<WrittenVersions.Grown.Note>(sortBy: [SortDescriptor(\.headline)]))
    #expect(notes.map(\.headline) == ["a", "b"] && notes.map(\.pages) == [1, 1])
    #expect(Set(notes.map(\.token)).count == 2)
  }
}
