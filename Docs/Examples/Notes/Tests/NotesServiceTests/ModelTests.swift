import Strata
import Testing

@testable import NotesService

@Suite struct Models {
  @Test func areFoundByWords() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let note = Note(title: "Alps")
    note.body = "a hut near Zermatt"
    context.insert(note)
    context.insert(Note(title: "Jura"))
    try context.save()
    let found = try context.fetch(
      FetchDescriptor<Note>(predicate: #Predicate { $0.matches("zermatt*") && !$0.isPinned }))
    #expect(found.map(\.title) == ["Alps"])
  }
}
