import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

@testable import StrataSync

/// Replicas that edit the same objects at random, with a server, compared by content.
@Suite(.timeLimit(.scaledMinutes(20))) struct RandomReplicas {
  @Test(arguments: [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump])
  func becomeEqual(policy: MergePolicy) async throws {
    let count = ProcessInfo.processInfo.environment["STRATA_SYNC_RUNS"].flatMap { Int($0) } ?? 15
    var seeds = SeededGenerator(for: "RandomReplicas.\(policy.rawValue)")
    for run in 0..<count {
      let seed = run == 0 ? seeds.seed : seeds.next()
      do {
        try await RandomDesk(seed: seed, policy: policy).run()
      } catch {
        Issue.record("STRATA_TEST_SEED=\(seed) (run \(run)): \(error)")
        return
      }
    }
  }
}

/// A transport that loses questions and answers, and delivers twice.
private struct BadTransport: SyncTransport {
  struct Lost: Error {}

  let server: SyncServer
  let dice: Dice

  final class Dice: @unchecked Sendable {
    // Unchecked: one sync at a time throws them, and its caller waits.
    /// An edit that comes between, in the store that syncs.
    var edit: (() throws -> Void)?
    private var generator: SeededGenerator
    var isBad = true
    init(_ generator: SeededGenerator) { self.generator = generator }
    func falls() -> Bool { isBad && Int.random(in: 0..<5, using: &generator) == 0 }
  }

  private func deliver<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    if dice.falls() { try dice.edit?() }
    if dice.falls() { throw Lost() }
    if dice.falls() { _ = try await body() }
    let answer = try await body()
    if dice.falls() { throw Lost() }
    return answer
  }

  private func sent<Envelope: Codable>(_ envelope: Envelope) throws -> Envelope {
    try JSONDecoder().decode(Envelope.self, from: JSONEncoder().encode(envelope))
  }

  func push(_ push: SyncPush) async throws -> SyncPushAnswer {
    let push = try sent(push)
    return try await deliver { try sent(try await server.push(push)) }
  }

  func pull(_ pull: SyncPull) async throws -> SyncPullAnswer {
    let pull = try sent(pull)
    return try await deliver { try sent(try await server.pull(pull)) }
  }

  func wait(after cursor: String) async throws { try await server.wait(after: cursor) }
}

private final class RandomDesk {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var generator: SeededGenerator
  private let center: ModelContainer
  private let stores: [ModelContainer]
  private let replicas: [Replica]
  private let dice: BadTransport.Dice
  private var counter = 0
  private var log: [String] = []
  /// The values that were saved, with the store that has.
  private var marks: [String: Int] = [:]
  /// The values that somebody has replaced or deleted who had seen them.
  private var replaced: Set<String> = []
  private var unsaved: (marks: [String], replaced: [String]) = ([], [])

  init(seed: UInt64, policy: MergePolicy) throws {
    generator = SeededGenerator(seed: seed)
    center = try Desk.middle()
    let server = try SyncServer(center, mergePolicy: policy)
    stores = try (0..<Int.random(in: 2...3, using: &generator)).map { _ in try Desk.container() }
    let dice = BadTransport.Dice(SeededGenerator(seed: seed ^ 1))
    self.dice = dice
    replicas = try stores.map {
      try Replica($0, transport: BadTransport(server: server, dice: dice))
    }
  }

  func run() async throws {
    for _ in 0..<Int.random(in: 4...40, using: &generator) {
      let index = Int.random(in: 0...stores.count, using: &generator)
      if index < stores.count, Int.random(in: 0..<3, using: &generator) == 0 {
        log.append("\(index): sync")
        dice.edit = { [unowned self] in try edit(stores[index], index) }
        do {
          let result = try await replicas[index].sync()
          if let refusal = result.refusal { throw failure("refused: \(refusal)") }
        } catch is BadTransport.Lost {
          log.append("\(index): lost")
        } catch {
          throw failure("\(error)")
        }
      } else {
        do {
          try edit(index < stores.count ? stores[index] : center, index)
        } catch {
          throw failure("\(error)")
        }
      }
    }
    dice.isBad = false
    for round in 0..<2 {
      for (index, replica) in replicas.enumerated() {
        log.append("\(index): last sync \(round)")
        do {
          let result = try await replica.sync()
          log.append("   \(result)")
          if let refusal = result.refusal { throw failure("refused: \(refusal)") }
        } catch let error as Failure {
          throw error
        } catch {
          throw failure("\(error)")
        }
      }
    }
    let content = try await center.content()
    for (index, store) in stores.enumerated() {
      let own = try await store.content()
      if own != content {
        let ids = Set(own.keys).union(content.keys).filter { own[$0] != content[$0] }
        throw failure(
          "\(index) differs: "
            + ids.map {
              "\n  \(own[$0].map { "\($0)" } ?? "none")\n  \(content[$0].map { "\($0)" } ?? "none")"
            }
            .joined())
      }
      let faults = try ModelContext(store).checkStore()
      guard faults.isEmpty else { throw failure("\(index): \(faults)") }
    }
    try checkMarks(content)
    let faults = try ModelContext(center).checkStore()
    guard faults.isEmpty else { throw failure("center: \(faults)") }
    for container in stores + [center] { try await container.close() }
  }

  /// Each saved value is there, was replaced by somebody who had seen it, or is in a report of the store that had saved it.
  private func checkMarks(_ content: [UUID: SyncObject]) throws {
    let present = Set(
      content.values.flatMap { object in
        ["title", "text"].compactMap { object.values?[$0] }
      })
    let reports = try (stores + [center]).map { store in
      Set(try store.conflicts.compactMap(\.lost))
    }
    for (mark, store) in marks where !replaced.contains(mark) {
      let value = SyncValue([.text(mark)])
      let text = try value.text
      guard present.contains(value) || reports[store].contains(text) else {
        throw failure("\(mark) is lost")
      }
    }
  }

  private func failure(_ text: String) -> Failure {
    Failure(description: text + "\n" + log.joined(separator: "\n"))
  }

  private func edit(_ container: ModelContainer, _ index: Int) throws {
    let who = "\(index)"
    unsaved = ([], [])
    let context = ModelContext(container)
    context.author = who
    for _ in 0..<Int.random(in: 1...3, using: &generator) { try step(context, who) }
    do {
      try context.save()
      for mark in unsaved.marks { marks[mark] = index }
      replaced.formUnion(unsaved.replaced)
    } catch StackError.notUnique, StackError.several, StackError.missingValue {
      // The model's rules refuse it, as for any program.
      log.append("\(who): refused")
      context.rollback()
    }
  }

  private func any<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws
    -> Model?
  {
    try context.fetch(FetchDescriptor<Model>()).randomElement(using: &generator)
  }

  private func isComplete(_ context: ModelContext) throws -> Bool {
    try context.fetch(FetchDescriptor<SyncedServer>()).first?.isComplete ?? true
  }

  private func step(_ context: ModelContext, _ who: String) throws {
    counter += 1
    let mark = "\(who)-\(counter)"
    let letter = String("abcde".randomElement(using: &generator) ?? "a")
    switch Int.random(in: 0..<14, using: &generator) {
    case 0, 1:
      log.append("\(who): insert note \(mark)")
      let note = Bool.random(using: &generator) ? Note(mark) : Checklist(mark)
      unsaved.marks.append(mark)
      context.insert(note)
      note.folder = try any(Folder.self, context)
      note.tags = try any(Tag.self, context).map { [$0] } ?? []
    case 2:
      log.append("\(who): insert folder \(letter)")
      let folder = Folder(letter)
      context.insert(folder)
      folder.parent = try any(Folder.self, context)
    case 3:
      log.append("\(who): insert tag \(letter)")
      context.insert(Tag(letter))
    case 4:
      guard let note = try any(Note.self, context) else { return }
      log.append("\(who): insert remark of \(note.title)")
      context.insert(Remark(mark, of: note))
      unsaved.marks.append(mark)
    case 5, 6:
      guard let note = try any(Note.self, context) else { return }
      log.append("\(who): title \(note.title) -> \(mark)")
      unsaved.replaced.append(note.title)
      unsaved.marks.append(mark)
      note.title = mark
    case 7:
      guard let note = try any(Note.self, context) else { return }
      log.append("\(who): rank of \(note.title) = \(counter)")
      note.rank = counter
      note.price = Double(counter)
    case 8:
      guard let note = try any(Note.self, context) else { return }
      note.folder = try any(Folder.self, context)
      log.append("\(who): folder of \(note.title) = \(note.folder?.name ?? "nil")")
    case 9:
      guard let note = try any(Note.self, context), let tag = try any(Tag.self, context) else {
        return
      }
      log.append("\(who): toggle tag \(tag.name) of \(note.title)")
      if note.tags.contains(tag) {
        note.tags.removeAll { $0 === tag }
      } else {
        note.tags.append(tag)
      }
    case 10:
      // A deletion takes along what hasn't come yet of a first sync.
      guard let note = try any(Note.self, context), try isComplete(context) else { return }
      log.append("\(who): delete note \(note.title)")
      unsaved.replaced += [note.title] + note.remarks.map(\.text)
      context.delete(note)
    case 11:
      guard let folder = try any(Folder.self, context) else { return }
      log.append("\(who): delete folder \(folder.name)")
      context.delete(folder)
    case 12:
      guard let folder = try any(Folder.self, context) else { return }
      log.append("\(who): rename folder \(folder.name) -> \(letter)")
      folder.name = letter
    default:
      guard let tag = try any(Tag.self, context) else { return }
      log.append("\(who): delete tag \(tag.name)")
      context.delete(tag)
    }
  }
}
