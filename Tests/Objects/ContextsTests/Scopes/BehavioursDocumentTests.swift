import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// The Swift of `Docs/Behaviours.md` is run here.
@Suite struct BehavioursDocument {
  private typealias Note = Behaving.Note
  private typealias Remark = Behaving.Remark

  private let depot: Depot
  private let context: ModelContext

  init() throws {
    depot = try Depot()
    context = try depot.open(Note.self, Remark.self)
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Behaviours.md")
    #expect(page.examples.count >= 6)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func printsWhatItSays() throws {
    var lines: [String] = []
    func print<Value>(_ value: Value) { lines.append("\(value)") }
    let note = Note("Call Ada")
    context.insert(note)
    try context.save()
    print(note.created == note.updated)  // true
    note.text = "Call Bea"
    try context.save()
    print(note.created < note.updated)  // true

    let remark = Remark("Done?")
    note.remarks = [remark]
    context.delete(note)
    try context.save()
    print(try context.fetchCount(FetchDescriptor<Note>()))  // 0
    print(try context.fetchCount(FetchDescriptor<Remark>()))  // 0
    #expect(lines == ["true", "true", "0", "0"])

    let all = FetchDescriptor<Note>().includingDeleted()
    let bin = all.where(#Predicate { $0.deleted != nil })
    print(try context.fetch(bin).map(\.text))  // ["Call Bea"]
    #expect(lines.last == "[\"Call Bea\"]")

    try context.restore(note)  // and its remark, which was deleted with it
    try context.save()

    context.purge(note)  // deletes the rows of both with the next save
    try context.save()

    // Empties the bin at once, in the store.
    try context.purge(Note.self, deletedBefore: .now - 30 * 24 * 3600)
    #expect(try context.fetchCount(all) == 0)
    #expect(try context.fetchCount(FetchDescriptor<Remark>().includingDeleted()) == 0)
  }

  @Test func scopesAsItSays() async throws {
    for tenant in ["a", "b", "test"] { context.insert(Note("x", tenant: tenant)) }
    try context.save()
    try scopeContext()
    let counts = try await scopedCounts(at: depot.url)
    #expect(counts == [2, 1])
  }

  private func scopeContext() throws {
    var lines: [String] = []
    func print<Value>(_ value: Value) { lines.append("\(value)") }
    let tenant = "a"
    try context.scope(#Predicate<Note> { $0.tenant == tenant })
    print(try context.fetch(FetchDescriptor<Note>()).allSatisfy { $0.tenant == "a" })  // true
    let everybody = FetchDescriptor<Note>().ignoringScopes()
    #expect(lines == ["true"])
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
    #expect(try context.fetchCount(everybody) == 3)
  }

  private func scopedCounts(at url: URL) async throws -> [Int] {
    var configuration = ModelConfiguration(url: url)
    configuration.scopes = [ModelScope(#Predicate<Note> { $0.tenant != "test" })]
    let container = try ModelContainer(for: Note.self, configurations: configuration)
    try await container.write { context in
      try context.scope(#Predicate<Note> { $0.tenant == "a" })
      try context.batchUpdate(Note.self, where: nil, set: \.text, to: "")  // those of "a"
    }
    return try await container.read { context in
      [
        try context.fetchCount(FetchDescriptor<Note>()),
        try context.count(of: Note.self, where: #Predicate { $0.text == "" }),
      ]
    }
  }
}

private enum Behaving {
  @Model final class Note {
    @Attribute(.createdAt) var created: Date
    @Attribute(.updatedAt) var updated: Date
    @Attribute(.deletedAt) var deleted: Date?
    var text: String
    var tenant: String
    @Relationship(deleteRule: .cascade, inverse: \Remark.note) var remarks: [Remark] = []

    init(_ text: String, tenant: String = "a") {
      self.text = text
      self.tenant = tenant
    }
  }

  @Model final class Remark {
    @Attribute(.deletedAt) var deleted: Date?
    var text: String
    var note: Note?

    init(_ text: String) { self.text = text }
  }
}
