import Foundation
import Hummingbird
import HummingbirdTesting
import Strata
import Testing

@testable import NotesService

/// The service's answers, on a file, or on the server that `NOTES_TEST_SERVER` names.
@Suite struct Notes {
  private struct Page: Decodable {
    let notes: [Note.Snapshot]
    let next: String?
  }

  private func withClient(
    _ body: @Sendable @escaping (any TestClientProtocol) async throws -> Void
  ) async throws {
    let store = try TestStore()
    defer { store.remove() }
    let container = try notesContainer(store.url)
    let application = Application(router: try makeNotesRouter(container))
    try await application.test(.router) { try await body($0) }
    try await container.close()
  }

  private static func post(_ json: String, _ client: any TestClientProtocol) async throws
    -> Note.Snapshot
  {
    try await client.execute(uri: "/notes", method: .post, body: ByteBuffer(string: json)) {
      #expect($0.status == .created)
      return try JSONDecoder().decode(Note.Snapshot.self, from: Data($0.body.readableBytesView))
    }
  }

  private static func page(_ uri: String, _ client: any TestClientProtocol) async throws -> Page {
    try await client.execute(uri: uri, method: .get) {
      #expect($0.status == .ok)
      return try JSONDecoder().decode(Page.self, from: Data($0.body.readableBytesView))
    }
  }

  @Test func areListedByPages() async throws {
    try await withClient { client in
      for title in ["c", "a", "b"] { _ = try await Self.post(#"{"title": "\#(title)"}"#, client) }
      _ = try await Self.post(#"{"title": "z", "isPinned": true}"#, client)
      let first = try await Self.page("/notes?limit=2", client)
      #expect(first.notes.map(\.title) == ["z", "a"])
      let next = try #require(first.next)
      let second = try await Self.page("/notes?limit=2&after=\(next)", client)
      #expect(second.notes.map(\.title) == ["b", "c"] && second.next == nil)
    }
  }

  @Test func haveAPageThatFollowsThem() async throws {
    try await withClient { client in
      try await client.execute(uri: "/live", method: .get) {
        #expect($0.status == .ok && String(buffer: $0.body).contains("EventSource(\"live/notes\")"))
      }
    }
  }

  @Test func areFoundByWords() async throws {
    try await withClient { client in
      _ = try await Self.post(#"{"title": "Alps", "body": "a hut near Zermatt"}"#, client)
      _ = try await Self.post(#"{"title": "Jura"}"#, client)
      #expect(try await Self.page("/notes?q=zermatt*", client).notes.map(\.title) == ["Alps"])
      try await client.execute(uri: "/notes?q=a%20OR", method: .get) {
        #expect($0.status == .badRequest && String(buffer: $0.body).contains("OR stands between"))
      }
    }
  }

  @Test func areChangedInPart() async throws {
    try await withClient { client in
      let note = try await Self.post(#"{"title": "Alps", "body": "x"}"#, client)
      try await client.execute(
        uri: "/notes/\(note.uid)", method: .patch, body: ByteBuffer(string: #"{"isPinned": true}"#)
      ) {
        let changed = try JSONDecoder().decode(
          Note.Snapshot.self, from: Data($0.body.readableBytesView))
        #expect(changed.isPinned && changed.body == "x")
      }
      try await client.execute(
        uri: "/notes/\(note.uid)", method: .patch, body: ByteBuffer(string: #"{"titel": "x"}"#)
      ) { #expect($0.status == .badRequest && String(buffer: $0.body).contains("titel")) }
      try await client.execute(uri: "/notes/\(note.uid)/changes", method: .get) {
        #expect(String(buffer: $0.body).contains("isPinned"))
      }
    }
  }

  @Test func areDeleted() async throws {
    try await withClient { client in
      let note = try await Self.post(#"{"title": "Alps"}"#, client)
      try await client.execute(uri: "/notes/\(note.uid)", method: .delete) {
        #expect($0.status == .noContent)
      }
      try await client.execute(uri: "/notes/\(note.uid)", method: .get) {
        #expect($0.status == .notFound)
      }
      try await client.execute(uri: "/notes?after=x", method: .get) {
        #expect($0.status == .badRequest)
      }
    }
  }

  @Test func areImportedTogether() async throws {
    try await withClient { client in
      let note = try await Self.post(#"{"title": "Alps"}"#, client)
      let deleted = try await Self.post(#"{"title": "Vosges"}"#, client)
      try await client.execute(uri: "/notes/\(deleted.uid)", method: .delete) {
        #expect($0.status == .noContent)
      }
      // A new note that is there twice, an old one, and one that was deleted.
      let new = UUID()
      let json = """
        [{"uid": "\(new)", "title": "Jura"}, {"uid": "\(new)", "title": "Jura", "isPinned": true},
        {"uid": "\(note.uid)", "title": "Alps", "body": "high"},
        {"uid": "\(deleted.uid)", "title": "Vosges"}]
        """
      try await client.execute(
        uri: "/notes/import", method: .post, body: ByteBuffer(string: json)
      ) {
        let result = try JSONDecoder().decode(
          NoteImporter.Result.self, from: Data($0.body.readableBytesView))
        #expect($0.status == .ok && result == .init(inserted: 1, changed: 3))
      }
      let page = try await Self.page("/notes", client)
      #expect(page.notes.map(\.title) == ["Jura", "Alps", "Vosges"])
      #expect(page.notes.map(\.body) == ["", "high", ""])
    }
  }
}
