// A program that shares a store with others, as a service does:
//
//   hold URL SECONDS          keeps others from saving for so long
//   heartbeat URL KIND        counts the ticks of a heartbeat while 8 tasks save: by `write`, by `actors`, or as `plain` tasks
//   requests URL COUNT        reads and writes so often at once, eight times
//
// It answers with lines of words and numbers. `heartbeat` begins when its input has a line.

import Foundation
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataStorage
import Synchronization

@Model final class Visit {
  var number: Int

  init(number: Int) { self.number = number }
}

@ModelActor actor Clerk {
  func add(_ number: Int) throws {
    modelContext.insert(Visit(number: number))
    try modelContext.save()
  }
}

/// An error in the program's arguments.
struct Misuse: Error {}

// Without a buffer, so that whoever waits for a line gets it.
func answer(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func url(_ word: String) throws -> URL {
  guard let url = URL(string: word) else { throw Misuse() }
  return url
}

func open(_ store: URL, readers: Int? = nil) throws -> ModelContainer {
  var configuration = ModelConfiguration(url: store)
  configuration.maximumReaders = readers
  return try ModelContainer(for: Visit.self, configurations: configuration)
}

func hold(_ store: URL, seconds: Double) throws {
  let connection = try Connection.toTables(of: store)
  try connection.transaction {
    if store.isOfServer { try connection.execute("LOCK TABLE strata_store") }
    answer("held")
    Thread.sleep(forTimeInterval: seconds)
  }
  answer("released")
}

/// The greatest number of threads of containers that this process has had.
final class ThreadCount: Sendable {
  private let count = Mutex(0)
  var greatest: Int { count.withLock(\.self) }

  func look() throws {
    let folder = "/proc/self/task"
    let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
    // A thread may end meanwhile.
    let names = threads.compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8)
    }
    count.withLock { $0 = max($0, names.count { $0.hasPrefix("strata-") }) }
  }
}

/// The memory of this process, in KiB.
func memory() throws -> Int {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  guard pages.count > 1, let count = Int(pages[1]) else { throw Misuse() }
  return count * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
}

/// The number of ticks that came before the next one was due.
func ticks(
  _ count: Int, every interval: Duration, from start: ContinuousClock.Instant
) async throws -> Int {
  var inTime = 0
  for number in 1...count {
    let due = start + interval * number
    try await Task.sleep(until: due, tolerance: .zero)
    if ContinuousClock.now < due + interval { inTime += 1 }
  }
  return inTime
}

func heartbeat(_ store: URL, _ kind: String) async throws {
  let container = try open(store)
  let clerks = (0..<8).map { _ in Clerk(modelContainer: container) }
  answer("opened")
  guard readLine() != nil else { throw Misuse() }
  let start = ContinuousClock.now
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<8 {
      group.addTask {
        switch kind {
        case "write": try await container.write { $0.insert(Visit(number: number)) }
        case "actors": try await clerks[number].add(number)
        case "plain":
          let context = ModelContext(container)
          context.insert(Visit(number: number))
          try context.save()
        default: throw Misuse()
        }
      }
    }
    let inTime = try await Task.detached {
      try await ticks(80, every: .milliseconds(50), from: start)
    }.value
    try await group.waitForAll()
    let count = try await container.read { try $0.fetchCount(FetchDescriptor<Visit>()) }
    answer("ticks \(inTime) saved \(count)")
  }
}

func requests(_ store: URL, _ count: Int) async throws {
  let readers = 4
  let container = try open(store, readers: readers)
  let threads = ThreadCount()
  for _ in 1...8 {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          if number.isMultiple(of: 10) {
            try await container.write { $0.insert(Visit(number: number)) }
          } else {
            _ = try await container.read { context in
              if number.isMultiple(of: 97) { try threads.look() }
              return try context.fetchCount(FetchDescriptor<Visit>())
            }
          }
        }
      }
      try await group.waitForAll()
    }
    answer("memory \(try memory())")
  }
  let saved = try await container.read { try $0.fetchCount(FetchDescriptor<Visit>()) }
  answer("threads \(threads.greatest) readers \(readers) saved \(saved)")
}

let words = Array(CommandLine.arguments[1...])
do {
  switch words.first {
  case "hold" where words.count == 3: try hold(url(words[1]), seconds: Double(words[2]) ?? 0)
  case "heartbeat" where words.count == 3: try await heartbeat(url(words[1]), words[2])
  case "requests" where words.count == 3: try await requests(url(words[1]), Int(words[2]) ?? 0)
  default: throw Misuse()
  }
} catch {
  answer("error: \(error)")
  exit(1)
}
