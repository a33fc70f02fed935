import Foundation
import SwiftData

/// A memo, which the server's class `Memo` has as well, without the identifier.
@Model final class Memo {
  /// The object's identifier in all stores.
  @Attribute(.unique, .preserveValueOnDeletion) var syncID = UUID()
  var text: String
  var isDone = false
  init(_ text: String) { self.text = text }
}

/// How far the app is.
@Model final class MemoSyncState {
  var replica = UUID()
  var server: String?
  var base: String?
  var number: Int64 = 0
  var stamp = ""
  var token: Data?
  init() {}
}

/// A client of the protocol for one class, which uses SwiftData's history alone.
@ModelActor actor MemoSync {
  /// Sends a body to `…/push` or `…/pull`, and returns the answer's. It throws for any status but 200.
  typealias Post = @Sendable (_ operation: String, _ body: Data) async throws -> Data

  struct Object: Codable {
    var kind: String
    var entity = "Memo"
    var id: UUID
    var values: [String: [Column]]?
  }
  struct Save: Codable {
    var number: Int64
    var stamp: String
  }
  struct Push: Codable {
    var replica: UUID
    var cursor: String?
    var isPage: Bool
    var after: Save
    var saves: [Save]
    var changes: [Object]
  }
  struct PushAnswer: Codable {
    var refusal: String?
    var unified: [Unified]
  }
  struct Unified: Codable {
    var from: UUID
    var to: UUID
  }
  struct Pull: Codable {
    var replica: UUID
    var cursor: String?
    var page: String?
    var recorded: [UUID]?
  }
  struct PullAnswer: Codable {
    var cursor: String
    var page: String?
    var hasMore: Bool
    var changes: [Object]
    var gone: [UUID]
    var conflicts: [Conflict]
  }
  struct Conflict: Codable {
    var uid: UUID
    var property: String?
    var lost: [Column]?
  }
  struct Refused: Error { var reason: String }

  /// A column of the kinds that a memo has.
  enum Column: Codable, Equatable {
    case text(String), number(Int)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      // Dropped: that it is no number. It is a text then, or an error.
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .number(let number): try number.encode(to: encoder)
      }
    }
  }

  /// Pushes and pulls. Returns the values that lost.
  func sync(_ post: Post) async throws -> [Conflict] {
    if try modelContext.fetchCount(FetchDescriptor<MemoSyncState>()) == 0 {
      modelContext.insert(MemoSyncState())
      try save()
    }
    guard let state = try modelContext.fetch(FetchDescriptor<MemoSyncState>()).first else {
      return []
    }
    try await push(state, post)
    return try await pull(state, post)
  }

  /// Saves as the author whose saves aren't pushed.
  private func save() throws {
    modelContext.author = "sync"
    try modelContext.save()
  }

  private func push(_ state: MemoSyncState, _ post: Post) async throws {
    var history = HistoryDescriptor<DefaultHistoryTransaction>()
    if let data = state.token {
      let token = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
      history.predicate = #Predicate { $0.token > token }
    }
    let saves = try modelContext.fetchHistory(history).filter { $0.author != "sync" }
    guard !saves.isEmpty || state.server == nil else { return }
    var kinds: [PersistentIdentifier: String] = [:]
    var changes: [Object] = []
    for change in saves.flatMap(\.changes) {
      switch change {
      case .insert(let insert): kinds[insert.changedPersistentIdentifier] = "insert"
      case .update(let update) where kinds[update.changedPersistentIdentifier] == nil:
        kinds[update.changedPersistentIdentifier] = "update"
      case .delete(let delete as DefaultHistoryDelete<Memo>):
        kinds[delete.changedPersistentIdentifier] = nil
        let kept: Any? = try delete.tombstone[\.syncID]
        guard let id = kept as? UUID else { continue }
        changes.append(Object(kind: "delete", id: id))
      default: break
      }
    }
    for memo in try modelContext.fetch(FetchDescriptor<Memo>()) {
      guard let kind = kinds[memo.persistentModelID] else { continue }
      let values: [String: [Column]] = [
        "text": [.text(memo.text)], "isDone": [.number(memo.isDone ? 1 : 0)],
      ]
      changes.append(Object(kind: kind, id: memo.syncID, values: values))
    }
    let named = saves.map {
      Save(number: $0.transactionIdentifier, stamp: "\($0.timestamp.timeIntervalSince1970)")
    }
    let push = Push(
      replica: state.replica, cursor: state.base, isPage: state.server == nil,
      after: Save(number: state.number, stamp: state.stamp), saves: named, changes: changes)
    let answer = try JSONDecoder().decode(
      PushAnswer.self, from: try await post("push", try JSONEncoder().encode(push)))
    if let reason = answer.refusal { throw Refused(reason: reason) }
    for one in answer.unified { try memo(one.from)?.syncID = one.to }
    state.server = "known"
    if let last = saves.last, let save = named.last {
      (state.number, state.stamp) = (save.number, save.stamp)
      state.token = try JSONEncoder().encode(last.token)
    }
    try save()
  }

  private func memo(_ id: UUID) throws -> Memo? {
    try modelContext.fetch(FetchDescriptor<Memo>(predicate: #Predicate { $0.syncID == id })).first
  }

  /// Takes the server's changes. An edit between the push and this waits for the next push, which builds on the former
  /// position then: the app gives the person's edits to this actor, so that none comes between.
  private func pull(_ state: MemoSyncState, _ post: Post) async throws -> [Conflict] {
    var lost: [Conflict] = []
    var page: String?
    var start: String?
    var recorded: [UUID] = []
    while true {
      let question = Pull(
        replica: state.replica, cursor: state.base, page: page, recorded: recorded)
      let answer = try JSONDecoder().decode(
        PullAnswer.self, from: try await post("pull", try JSONEncoder().encode(question)))
      for object in answer.changes where object.entity == "Memo" {
        let memo: Memo
        if let known = try self.memo(object.id) {
          memo = known
        } else {
          memo = Memo("")
          memo.syncID = object.id
          modelContext.insert(memo)
        }
        if case .text(let text)? = object.values?["text"]?.first { memo.text = text }
        if case .number(let number)? = object.values?["isDone"]?.first { memo.isDone = number != 0 }
      }
      for id in answer.gone { if let memo = try memo(id) { modelContext.delete(memo) } }
      lost += answer.conflicts
      recorded = answer.conflicts.map(\.uid)
      if state.base == nil {
        start = start ?? answer.cursor
        page = answer.page
        if page == nil { state.base = start }
      } else {
        state.base = answer.cursor
      }
      try save()
      if state.base != nil, page == nil, !answer.hasMore, recorded.isEmpty, start == nil {
        return lost
      }
      if page == nil { start = nil }
    }
  }
}
