import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

@testable import StrataSync

/// The envelopes of the protocol's page, read as this library reads them, and given to a server.
@Suite(.serialized) struct SyncProtocolDocument {
  private let blocks: [String]

  init() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "Docs/SyncProtocol.md"), encoding: .utf8)
    blocks = page.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  private func block(_ words: String...) throws -> Data {
    let found = blocks.filter { block in words.allSatisfy(block.contains) }
    return Data(try #require(found.count == 1 ? found.first : nil, "\(words)").utf8)
  }

  private func sent<Answer: Decodable>(
    _ operation: String, _ body: Data, to server: SyncServer, _ type: Answer.Type = Answer.self
  ) async throws -> Answer {
    let answer = await server.answer(operation, body)
    #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
    return try JSONDecoder().decode(Answer.self, from: answer.body)
  }

  /// The members of an object of JSON, and of those in it.
  private func members(_ json: Any) -> Set<String> {
    switch json {
    case let object as [String: Any]:
      object.reduce(into: []) { $0.formUnion([$1.key] + members($1.value)) }
    case let array as [Any]: array.reduce(into: []) { $0.formUnion(members($1)) }
    default: []
    }
  }

  @Test func hasEnvelopesThatAServerTakes() async throws {
    let server = try SyncServer(Desk.middle())
    let pushed: SyncPushAnswer = try await sent("push", block("\"isPage\": true"), to: server)
    #expect(pushed.refusal == nil && pushed.save == SyncSave(number: 1, stamp: "a"))
    let page: SyncPullAnswer = try await sent(
      "pull", Data(blocks.filter { $0.hasPrefix("{\"replica\"") && $0.count < 60 }[0].utf8),
      to: server)
    #expect(page.changes.map(\.entity) == ["Folder"] && page.page != nil)
    let note = try JSONDecoder().decode(SyncObject.self, from: block("AAH/"))
    #expect(note.values?["picture"] == SyncValue([.blob(Data([0, 1, 255]))]))
    #expect(note.values?["price"] == SyncValue([.null]))
  }

  @Test func hasTheFormsThatAreSent() async throws {
    let decoder = JSONDecoder()
    _ = try decoder.decode(SyncPushAnswer.self, from: block("\"unified\""))
    _ = try decoder.decode(SyncPullAnswer.self, from: block("\"hasMore\""))
    _ = try decoder.decode(SyncPull.self, from: block("\"recorded\"", "\"replica\""))
    _ = try decoder.decode(SyncWait.self, from: block("{\"cursor\"", "2E55B729 \"}"))
    #expect(
      try decoder.decode(SyncError.self, from: block("serverWasRestored")) == .serverWasRestored)
    // Each member that an answer has is on the page.
    let text = blocks.joined()
    let server = try SyncServer(Desk.middle())
    let pull = Data("{\"replica\": \"\(UUID())\"}".utf8)
    for answer in [
      await server.answer("push", try block("\"isPage\": true")), await server.answer("pull", pull),
    ] {
      let json = try JSONSerialization.jsonObject(with: answer.body)
      for name in members(json) where name != "page" {
        #expect(text.contains("\"\(name)\""), "\(name)")
      }
    }
  }

  @Test func saysTheStatusOfErrors() async throws {
    let server = try SyncServer(Desk.middle(), limit: 1)
    let push = try block("\"isPage\": true")
    for (operation, body, status) in [
      ("push", Data("{}".utf8), 400), ("pull", Data("x".utf8), 400), ("steal", push, 404),
      ("push", push, 413), ("wait", Data("{\"cursor\":\"\"}".utf8), 409),
    ] {
      let answer = await server.answer(operation, body)
      #expect(answer.status == status, "\(operation)")
      #expect(throws: Never.self) { try JSONDecoder().decode(SyncError.self, from: answer.body) }
    }
  }
}
