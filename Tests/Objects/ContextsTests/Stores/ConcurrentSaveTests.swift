import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataPostgreSQL
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

@Model final class Wharf {
  var name: String
  var value = 0
  @Relationship(deleteRule: .deny, inverse: \Gantry.wharf) var gantries: [Gantry] = []
  @Relationship(maximumModelCount: 3, inverse: \Bollard.wharf) var bollards: [Bollard] = []
  @Relationship(inverse: \Skipper.wharf) var skipper: Skipper?
  var marks: [Buoy] = []

  init(_ name: String) { self.name = name }
}

@Model final class Gantry {
  @Attribute(.unique) var number: Int
  var load = 0
  var wharf: Wharf?

  init(_ number: Int) { self.number = number }
}

@Model final class Bollard {
  var wharf: Wharf?

  init() {}
}

@Model final class Skipper {
  var name: String
  var wharf: Wharf?

  init(_ name: String) { self.name = name }
}

@Model final class Buoy {
  var wharves: [Wharf] = []

  init() {}
}

/// An object whose saves take a while, as those of a program that thinks.
@Model final class Dreamer {
  var value = 0

  init() {}

  /// Runs a body whose saves of such objects on this thread call a function, with the save's locks.
  ///
  /// The thread is no task's, so that it is the thread's own dictionary that has the function.
  static func thinking(_ think: @escaping () -> Void, _ body: () throws -> Void) rethrows {
    Thread.current.threadDictionary[key] = think
    defer { Thread.current.threadDictionary[key] = nil }
    try body()
  }

  fileprivate static let key = "Dreamer.think"
}

extension Dreamer: ValidatedModel {
  func validate(for operation: ValidationOperation) throws {
    (Thread.current.threadDictionary[Self.key] as? () -> Void)?()
  }
}

@Suite(.enabled(if: TestServer.isInstalled), .timeLimit(.scaledMinutes(5)))
struct ConcurrentSaves {
  private static let models: [any PersistentModel.Type] = [
    Wharf.self, Gantry.self, Bollard.self, Skipper.self, Buoy.self, Dreamer.self,
  ]
  private let url: URL

  init() { self.init(url: TestServer.newStore(saves: "concurrent")) }

  private init(url: URL) { self.url = url }

  private func open() throws -> ModelContainer {
    try ModelContainer(for: Self.models, configuration: ModelConfiguration(url: url))
  }

  /// Runs a body on as many threads at once, each with a context of its own. Half of them share a container.
  private func onThreads(
    _ count: Int, _ body: @escaping @Sendable (_ thread: Int, ModelContext) throws -> Void
  ) throws {
    let shared = try open()
    let containers = try (0..<count).map { try $0.isMultiple(of: 2) ? shared : open() }
    let done = DispatchSemaphore(value: 0)
    for (thread, container) in containers.enumerated() {
      Thread.detachNewThread {
        #expect(throws: Never.self) { try body(thread, ModelContext(container)) }
        done.signal()
      }
    }
    for _ in 0..<count { done.wait() }
  }

  @Test func ofDifferentObjectsRunSideBySide() throws {
    let context = ModelContext(try open())
    for _ in 0..<2 { context.insert(Dreamer()) }
    try context.save()
    let thinking = Atomic(0)
    let hasMet = Atomic(false)
    try onThreads(2) { thread, context in
      let object = try context.fetch(FetchDescriptor<Dreamer>())[thread]
      object.value = 1
      try Dreamer.thinking({
        // Each waits for the other one, which comes here only if it needn't wait for this save.
        thinking.add(1, ordering: .relaxed)
        let deadline = Date(timeIntervalSinceNow: 20)
        while thinking.load(ordering: .relaxed) < 2, Date() < deadline {
          Thread.sleep(forTimeInterval: 0.001)
        }
        if thinking.load(ordering: .relaxed) >= 2 { hasMet.store(true, ordering: .relaxed) }
      }) { try context.save() }
    }
    let haveMet = hasMet.load(ordering: .relaxed)
    #expect(haveMet)
    #expect(try context.fetch(FetchDescriptor<Dreamer>()).map(\.value) == [1, 1])
  }

  @Test func ofTheSameObjectConflict() throws {
    let (first, second) = (ModelContext(try open()), ModelContext(try open()))
    first.insert(Wharf("a"))
    try first.save()
    first.mergePolicy = .error
    let mine = try #require(try first.fetch(FetchDescriptor<Wharf>()).first)
    let theirs = try #require(try second.fetch(FetchDescriptor<Wharf>()).first)
    theirs.name = "b"
    mine.name = "c"
    try second.save()
    #expect(try first.conflictsOfSave().count == 1)
    #expect(mine.name == "c")
    first.mergePolicy = .mergeByPropertyObjectTrump
    try first.save()
    #expect(try second.fetch(FetchDescriptor<Wharf>()).first?.name == "c")
  }

  /// All reads of the history miss no transaction and see none twice, while 8 writers think in their saves and somebody
  /// has left a transaction open.
  @Test func areReadOnce() throws {
    let address = try ServerAddress(url)
    let container = try open()
    let context = ModelContext(container)
    for _ in 0..<16 { context.insert(Dreamer()) }
    try context.save()
    let first: [DefaultHistoryTransaction] = try context.fetchHistory()
    let start = try #require(first.last?.token)
    let consumer = try HistoryConsumer("test", in: container, startingAt: .end)

    let idle = Connection(try ServerConnection(address), path: "an idle program")
    defer { idle.close() }
    let (writers, saves) = (8, 25)
    let isDone = Atomic(false)
    let readersDone = DispatchSemaphore(value: 0)
    let consumed = Mutex<[Int64]>([])
    let fetched = Mutex<[Int64]>([])
    let url = url
    Thread.detachNewThread {
      #expect(throws: Never.self) {
        while true {
          let isLast = isDone.load(ordering: .acquiring)
          try consumer.process(limit: 7) { transactions in
            consumed.withLock { $0 += transactions.map(\.transactionIdentifier) }
          }
          if isLast { break }
        }
      }
      readersDone.signal()
    }
    Thread.detachNewThread {
      #expect(throws: Never.self) {
        let context = ModelContext(
          try ModelContainer(for: Self.models, configuration: ModelConfiguration(url: url)))
        var last = start
        while true {
          let isLast = isDone.load(ordering: .acquiring)
          // As a program that has stored the token does.
          last = try JSONDecoder().decode(
            DefaultHistoryToken.self, from: JSONEncoder().encode(last))
          let token = last
          let new = try context.fetchHistory(
            HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
          )
          fetched.withLock { $0 += new.map(\.transactionIdentifier) }
          last = new.last?.token ?? last
          if isLast { break }
        }
      }
      readersDone.signal()
    }
    // A follower: a context with all objects in memory.
    let follower = ModelContext(try open())
    let followed = try follower.fetch(FetchDescriptor<Dreamer>(sortBy: [SortDescriptor(\.value)]))
    try idle.transaction {
      _ = try idle.integer("SELECT pg_current_xact_id()::text::bigint")
      try onThreads(writers) { thread, context in
        let objects = try context.fetch(FetchDescriptor<Dreamer>())
        try Dreamer.thinking({
          Thread.sleep(forTimeInterval: Double.random(in: 0...0.002))
        }) {
          for number in 0..<saves {
            objects[thread].value += 1
            objects[8 + Int.random(in: 0..<8)].value = thread * 1000 + number
            try context.save()
          }
        }
      }
      isDone.store(true, ordering: .releasing)
      for _ in 0..<2 { readersDone.wait() }
    }
    let numbers = Array(2...Int64(1 + writers * saves))
    #expect(consumed.withLock { $0 } == numbers)
    #expect(fetched.withLock { $0 } == numbers)
    let stored = try ModelContext(open()).fetch(FetchDescriptor<Dreamer>())
    let values = Dictionary(
      uniqueKeysWithValues: stored.map { ($0.persistentModelID, $0.value) })
    _ = try follower.fetchCount(FetchDescriptor<Dreamer>())
    #expect(followed.allSatisfy { values[$0.persistentModelID] == $0.value })
    #expect(stored.map(\.value).filter { $0 == saves }.count >= writers)
    #expect(try context.checkStore() == [])
  }

  /// Rules that more than one object takes part in hold, whoever saves when.
  @Test func keepEveryRule() throws {
    let context = ModelContext(try open())
    for number in 0..<6 {
      context.insert(Wharf("\(number)"))
      context.insert(Skipper("\(number)"))
      context.insert(Gantry(number))
      context.insert(Buoy())
    }
    try context.save()
    let saved = Atomic(0)
    let seed = SeededGenerator(for: "ConcurrentSaves").seed
    try onThreads(6) { thread, context in
      var random = SeededGenerator(seed: seed &+ UInt64(thread))
      for number in 0..<60 {
        try Self.change(context, serial: thread * 1000 + number, &random)
        do {
          try context.save()
          saved.add(1, ordering: .relaxed)
        } catch is StackError {
          // Another save was faster: a rule forbids this one.
          context.rollback()
        }
      }
    }
    let savedCount = saved.load(ordering: .relaxed)
    #expect(savedCount > 100)
    let fresh = ModelContext(try open())
    #expect(try fresh.checkStore() == [])
    for wharf in try fresh.fetch(FetchDescriptor<Wharf>()) {
      #expect(wharf.bollards.count <= 3)
      #expect(wharf.skipper == nil || wharf.skipper?.wharf === wharf)
    }
    let numbers = try fresh.fetch(FetchDescriptor<Gantry>()).map(\.number)
    #expect(Set(numbers).count == numbers.count)
    let history = try fresh.historyEntries().map(\.number)
    #expect(history == Array(1...Int64(history.count)))
  }

  private static func change(
    _ context: ModelContext, serial: Int, _ random: inout SeededGenerator
  ) throws {
    func any<Model: PersistentModel>(_ type: Model.Type) throws -> Model? {
      try context.fetch(FetchDescriptor<Model>()).randomElement(using: &random)
    }
    let wharf = try any(Wharf.self)
    switch Int.random(in: 0..<12, using: &random) {
    case 0: context.insert(Wharf("\(serial)"))
    case 1: if let wharf { context.delete(wharf) }
    case 2: try any(Gantry.self)?.wharf = wharf
    case 3: try any(Gantry.self)?.wharf = nil
    // Updates the gantry with this number, or inserts it.
    case 4:
      let gantry = Gantry(Int.random(in: 0..<10, using: &random))
      context.insert(gantry)
      gantry.load = serial
    case 5: if let gantry = try any(Gantry.self) { context.delete(gantry) }
    case 6:
      let bollard = Bollard()
      context.insert(bollard)
      bollard.wharf = wharf
    case 7: if let bollard = try any(Bollard.self) { context.delete(bollard) }
    case 8: wharf?.skipper = try any(Skipper.self)
    case 9: try any(Skipper.self)?.wharf = Bool.random(using: &random) ? wharf : nil
    case 10: if let buoy = try any(Buoy.self) { wharf?.marks.append(buoy) }
    default: wharf?.value = serial
    }
  }

  /// Processes change everything at random, all at once.
  @Test func ofProcessesKeepTheStoreSound() throws {
    let container = try ModelContainer(
      for: Crate.self, configurations: ModelConfiguration(url: url))
    let consumer = try HistoryConsumer("test", in: container, startingAt: .beginning)
    let seed = SeededGenerator(for: "ConcurrentSaves.processes").seed
    let peers = try (0..<4).map { number in
      let peer = try ContestProcess()
      try peer.open(url, seed: seed &+ UInt64(number))
      return peer
    }
    // Each thread uses its own.
    nonisolated(unsafe) let all = peers
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: peers.count) { number in
      for step in 0..<40 {
        do {
          _ = try all[number].step(serial: 1 + number * 1000 + step * 3)
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let context = ModelContext(container)
    #expect(try context.checkStore() == [])
    var consumed: [Int64] = []
    _ = try consumer.process { (transactions: [DefaultHistoryTransaction]) throws -> Void in
      consumed += transactions.map(\.transactionIdentifier)
    }
    #expect(consumed == Array(1...Int64(consumed.count)) && consumed.count > 20)
    #expect(try context.lastHistoryNumber() == consumed.last)
  }
}
