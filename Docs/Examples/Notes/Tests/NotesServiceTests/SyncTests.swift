import Foundation
import Hummingbird
import HummingbirdTesting
import Strata
import StrataSync
import StrataSyncHTTP
import Testing

@testable import NotesService

/// Apps with a copy of the notes, over a socket.
@Suite struct SyncedCopies {
  private func app() throws -> ModelContainer {
    try ModelContainer(
      for: Schema([Note.self] + Schema.syncModels),
      configurations: ModelConfiguration(isStoredInMemoryOnly: true))
  }

  private func titles(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.title).sorted()
  }

  /// Runs a body with the service, the address of its sync and a client.
  private func withService(
    _ body: @Sendable @escaping (ModelContainer, URL, any TestClientProtocol) async throws -> Void
  ) async throws {
    let store = try TestStore()
    defer { store.remove() }
    let container = try notesContainer(store.url)
    let application = Application(
      router: try makeNotesRouter(container),
      configuration: .init(address: .hostname("127.0.0.1", port: 0)))
    try await application.test(.live) { client in
      let port = try #require(client.port)
      try await body(
        container, try #require(URL(string: "http://127.0.0.1:\(port)/sync")), client)
    }
    try await container.close()
  }

  @Test func areEditedOffline() async throws {
    let (phone, tablet) = (try app(), try app())
    try await withService { container, url, client in
      let replicas = try [phone, tablet].map {
        try Replica($0, transport: HTTPSyncTransport(url))
      }
      try await phone.write { $0.insert(Note(title: "Jura")) }
      try await container.write { $0.insert(Note(title: "Alps")) }
      for replica in replicas + replicas { try await replica.sync() }
      #expect(try titles(tablet) == ["Alps", "Jura"])
      #expect(try titles(container) == ["Alps", "Jura"])

      // What isn't sync's is said as such.
      let lost = try Replica(
        app(), transport: HTTPSyncTransport(url.deletingLastPathComponent().appending(path: "no")))
      await #expect {
        try await lost.sync()
      } throws: { error in
        if case SyncError.unexpectedAnswer(status: 404, _) = error { true } else { false }
      }
      // An envelope that is none.
      let answer = try await client.execute(
        uri: "/sync/push", method: .post, body: ByteBuffer(string: "{}"))
      #expect(answer.status == .badRequest)
    }
  }

  @Test func followTheServer() async throws {
    let phone = try app()
    try await withService { container, url, _ in
      let replica = try Replica(phone, transport: HTTPSyncTransport(url))
      let task = Task { try await replica.run() }
      for title in ["a", "b"] {
        try await container.write { $0.insert(Note(title: title)) }
        let deadline = ContinuousClock.now + .seconds(30)
        while try !titles(phone).contains(title) {
          try #require(ContinuousClock.now < deadline)
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      task.cancel()
      try await task.value
    }
  }
}
