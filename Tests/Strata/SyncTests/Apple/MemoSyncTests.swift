import Foundation
import StrataStoreSupport
import StrataTestSupport
import SwiftData
import Testing

@testable import StrataSync

/// The server's classes: the app's, without the identifier that it keeps itself.
private enum OnServer {
  @Model final class Memo {
    var text: String
    var isDone = false
    init(_ text: String) { self.text = text }
  }
}

/// A client that uses SwiftData's names alone, as an app on Apple's systems has them, with a server of this library's.
@Suite struct MemoSyncClient {
  private let center: ModelContainer
  private let server: SyncServer
  private let apps: [ModelContainer]

  init() throws {
    center = try ModelContainer(
      for: Schema([OnServer.Memo.self] + Schema.syncModels), configurations: .temporary)
    server = try SyncServer(center)
    apps = try (0..<2).map { _ in
      try ModelContainer(
        for: Memo.self, MemoSyncState.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }
  }

  private func sync(_ app: ModelContainer) async throws -> [MemoSync.Conflict] {
    try await MemoSync(modelContainer: app).sync { [server] operation, body in
      let answer = await server.answer(operation, body)
      guard answer.status == 200 else {
        throw try JSONDecoder().decode(SyncError.self, from: answer.body)
      }
      return answer.body
    }
  }

  private func memos(_ app: ModelContainer) throws -> [String] {
    try ModelContext(app).fetch(FetchDescriptor<Memo>()).map { $0.text + ($0.isDone ? "+" : "") }
      .sorted()
  }

  private func edit(_ app: ModelContainer, _ body: (ModelContext) throws -> Void) throws {
    let context = ModelContext(app)
    context.author = "person"
    try body(context)
    try context.save()
  }

  private func change(_ app: ModelContainer, _ text: String, _ body: (Memo) -> Void) throws {
    try edit(app) { context in
      for memo in try context.fetch(
        FetchDescriptor<Memo>(predicate: #Predicate { $0.text == text }))
      {
        body(memo)
      }
    }
  }

  @Test func takesPart() async throws {
    let (phone, tablet) = (apps[0], apps[1])
    try edit(phone) { $0.insert(Memo("milk")) }
    let context = ModelContext(center)
    context.insert(OnServer.Memo("bread"))
    try context.save()
    for app in apps + apps { #expect(try await sync(app).isEmpty) }
    #expect(try memos(phone) == ["bread", "milk"])
    #expect(try memos(tablet) == ["bread", "milk"])

    try change(phone, "milk") { $0.isDone = true }
    try edit(tablet) { context in
      for memo in try context.fetch(FetchDescriptor<Memo>()) where memo.text == "bread" {
        context.delete(memo)
      }
    }
    for app in apps + apps { #expect(try await sync(app).isEmpty) }
    #expect(try memos(phone) == ["milk+"])
    #expect(try memos(tablet) == ["milk+"])
    let texts = try ModelContext(center).fetch(FetchDescriptor<OnServer.Memo>()).map(\.text)
    #expect(texts == ["milk"])

    try change(phone, "milk") { $0.text = "oat milk" }
    try change(tablet, "milk") { $0.text = "soy milk" }
    #expect(try await sync(phone).isEmpty)
    #expect(try await sync(tablet).map(\.lost) == [[.text("soy milk")]])
    #expect(try memos(tablet) == ["oat milk+"])
  }
}
