import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

@testable import StrataSync

/// Envelopes that no replica makes.
@Suite(.serialized, .timeLimit(.scaledMinutes(5))) struct HostileEnvelopes {
  private let center: ModelContainer
  private let server: SyncServer
  private let hidden: UUID
  private let shown: UUID

  init() async throws {
    center = try Desk.middle()
    try center.edit { context in
      for (title, rank) in [("shown", 1), ("hidden", 11)] {
        let note = Note(title)
        note.rank = rank
        context.insert(note)
      }
    }
    let content = try await center.content().values
    func id(_ title: String) throws -> UUID {
      try #require(content.first { $0.values?["title"] == SyncValue([.text(title)]) }?.id)
    }
    (hidden, shown) = (try id("hidden"), try id("shown"))
    server = try SyncServer(
      center, scopes: [ModelScope(#Predicate<Note> { $0.rank < 10 })],
      mergePolicy: .mergeByPropertyObjectTrump, limit: 10)
  }

  private func push(
    _ changes: [SyncObject], cursor: String? = nil, author: String? = nil
  ) -> SyncPush {
    SyncPush(
      replica: UUID(), name: nil, cursor: cursor, isPage: true, after: .none, saves: [.none],
      author: author, changes: changes)
  }

  private func note(
    _ kind: SyncObject.Kind = .insert, _ id: UUID = UUID(),
    _ values: [String: SyncValue] = ["title": SyncValue([.text("new")])],
    _ links: [String: [UUID]]? = nil
  ) -> SyncObject {
    var object = SyncObject(kind, "Note", id)
    object.values = values
    object.links = links
    return object
  }

  private func expectRefused(
    _ objects: SyncObject..., place: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try center.titles
    let answer = try await server.push(push(objects))
    #expect(answer.refusal != nil, sourceLocation: place)
    #expect(try center.titles == before)
    #expect(try center.conflicts.isEmpty, sourceLocation: place)
    #expect(try ModelContext(center).fetchCount(FetchDescriptor<SyncedReplica>()) == 0)
  }

  @Test func withUnknownNamesAreRefused() async throws {
    try await expectRefused(SyncObject(.insert, "Nothing", UUID()))
    try await expectRefused(SyncObject(.insert, "SyncIdentity", UUID()))
    try await expectRefused(SyncObject(.delete, "SyncedReplica", UUID()), note())
    try await expectRefused(note(.insert, UUID(), ["nothing": SyncValue([.integer(1)])]))
    try await expectRefused(note(.insert, UUID(), [:], ["nothing": []]))
    try await expectRefused(note(.insert, UUID(), ["isSelected": SyncValue([.integer(1)])]))
  }

  @Test func withValuesThatDoNotFitAreRefused() async throws {
    try await expectRefused(note(.insert, UUID(), ["title": SyncValue([.text("a"), .text("b")])]))
    try await expectRefused(note(.insert, UUID(), ["title": SyncValue([ColumnValue]())]))
    try await expectRefused(note(.insert, UUID(), ["rank": SyncValue([.text("a")])]))
    try await expectRefused(note(.insert, UUID(), ["rank": SyncValue([.null])]))
  }

  @Test func ofOthersObjectsAreRefused() async throws {
    try await expectRefused(note(.update, hidden))
    try await expectRefused(note(.insert, hidden))
    try await expectRefused(SyncObject(.delete, "Note", hidden))
    var remark = SyncObject(.insert, "Remark", UUID())
    remark.values = ["text": SyncValue([.text("x")])]
    remark.links = ["note": [hidden]]
    try await expectRefused(remark)
    // One that would leave the scope, and one that was never in it.
    try await expectRefused(note(.update, shown, ["rank": SyncValue([.integer(20)])]), note())
    try await expectRefused(note(.insert, UUID(), ["rank": SyncValue([.integer(20)])]))
  }

  @Test func thatContradictThemselvesAreRefused() async throws {
    let id = UUID()
    try await expectRefused(note(.insert, id), note(.insert, id))
    var folder = SyncObject(.update, "Folder", shown)
    folder.values = ["name": SyncValue([.text("x")])]
    try await expectRefused(folder)
    let folders = (0..<2).map { _ in UUID() }
    try await expectRefused(note(.insert, UUID(), [:], ["folder": folders]))
  }

  @Test func thatAreTooLargeAreErrors() async throws {
    let notes = (0..<11).map { _ in note() }
    await #expect(throws: SyncError.tooLarge(limit: 10)) { _ = try await server.push(push(notes)) }
    await #expect(throws: SyncError.tooLarge(limit: 10)) {
      _ = try await server.pull(
        SyncPull(
          replica: UUID(), cursor: nil, page: nil, wants: (0..<6).map { _ in UUID() },
          checks: (0..<5).map { _ in UUID() }, recorded: nil))
    }
  }

  @Test(arguments: ["", "x", "-1 a ", "9999 a ", "1 zz ", "1", "0  other"])
  func withForgedPositionsAreErrors(cursor: String) async throws {
    await #expect(throws: SyncError.self) {
      _ = try await server.pull(
        SyncPull(
          replica: UUID(), cursor: cursor, page: nil, wants: nil, checks: nil, recorded: nil))
    }
    #expect(try center.titles == ["hidden", "shown"])
  }

  @Test(arguments: ["", "x", "0 -1 0", "7 99999999999 0", "1 99 1"])
  func withForgedPagesShowNothing(page: String) async throws {
    do {
      let answer = try await server.pull(
        SyncPull(
          replica: UUID(), cursor: nil, page: page, wants: [hidden], checks: [hidden], recorded: nil
        ))
      #expect(!answer.changes.contains { $0.id == hidden })
    } catch is SyncError {
      // Refused, as most of them are.
    }
  }

  @Test func askForOthersObjectsInVain() async throws {
    let first = try await server.pull(
      SyncPull(replica: UUID(), cursor: nil, page: nil, wants: nil, checks: nil, recorded: nil))
    let answer = try await server.pull(
      SyncPull(
        replica: UUID(), cursor: first.cursor, page: nil, wants: [hidden, shown, UUID()],
        checks: [hidden], recorded: [UUID()]))
    #expect(answer.changes.map(\.id) == [shown])
  }

  @Test func withBadAuthorsAreErrors() async throws {
    for author in ["", " ", "a\nb"] {
      await #expect(throws: SyncError.self) {
        _ = try await server.push(push([note()], author: author))
      }
    }
  }

  @Test(arguments: [
    "", "{}", "[]", "null", "{\"replica\":1}", String(repeating: "[", count: 100_000),
    "{\"replica\":\"00000000-0000-0000-0000-000000000000\",\"changes\":[{\"kind\":\"explode\"}]}",
  ])
  func thatAreNoneAreErrors(text: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(SyncPush.self, from: Data(text.utf8))
    }
  }
}
