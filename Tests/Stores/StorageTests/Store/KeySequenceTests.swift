import Dispatch
import Foundation
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

@Suite("Keys of new objects")
struct KeySequenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Store { try Store.open(Notes.schema(), at: folder.file()) }

  @Test("They count from 1, each entity by itself")
  func entities() throws {
    let store = try Store.open(Library.schema(), at: nil)
    #expect(try (1...100).map { _ in try store.newKey(for: "Book") } == Array(1...100))
    #expect(try store.newKey(for: "Tag") == 1)
    #expect(try store.newKey(for: "Book") == 101)
  }

  @Test("Threads never get one twice")
  func threads() throws {
    let store = try open()
    let keys = Shared<[Int64]>([])
    try inThreads(4) { _ in
      let mine = try (0..<2000).map { _ in try store.newKey(for: Notes.entity) }
      #expect(mine == mine.sorted())
      keys.update { $0 += mine }
    }
    #expect(Set(keys.value).count == 8000)
  }

  @Test("Two stores on one file never get one twice")
  func stores() throws {
    let stores = [try open(), try open()]
    let keys = Shared<[Int64]>([])
    try inThreads(4) { thread in
      let store = stores[thread % 2]
      let mine = try (0..<1000).map { _ in try store.newKey(for: Notes.entity) }
      keys.update { $0 += mine }
    }
    #expect(Set(keys.value).count == 4000)
  }

  @Test("The key of the newest object is not given again after it is deleted")
  func afterDelete() throws {
    let key: Int64
    do {
      let store = try open()
      try store.addNote("a")
      key = try store.addNote("b")
      try store.deleteNote(key)
      #expect(try store.newKey(for: Notes.entity) == key + 1)
    }
    let store = try open()
    #expect(try store.newKey(for: Notes.entity) == key + 2)
  }

  @Test("Keys that nobody took are given back at close", arguments: [1, 31, 32, 33, 500])
  func givenBack(count: Int) throws {
    do {
      let store = try open()
      for _ in 0..<count { _ = try store.newKey(for: Notes.entity) }
    }
    #expect(try open().newKey(for: Notes.entity) == Int64(count) + 1)
  }

  @Test("Keys are not given back when another store has claimed those behind them")
  func notGivenBack() throws {
    var first: Store? = try open()
    let second = try open()
    #expect(try first?.newKey(for: Notes.entity) == 1)
    let taken = try second.newKey(for: Notes.entity)
    first = nil
    let third = try open()
    var keys: Set<Int64> = [1, taken]
    for _ in 0..<200 {
      #expect(try keys.insert(third.newKey(for: Notes.entity)).inserted)
      #expect(try keys.insert(second.newKey(for: Notes.entity)).inserted)
    }
  }

  @Test("Random openings, closings and takings never give one twice")
  func random() throws {
    var random = SeededGenerator()
    var stores: [Store] = []
    var keys: Set<Int64> = []
    for _ in 0..<300 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where stores.count < 4: stores.append(try open())
      case 1 where !stores.isEmpty:
        stores.remove(at: Int.random(in: 0..<stores.count, using: &random))
      default:
        guard let store = stores.randomElement(using: &random) else { continue }
        for _ in 0..<Int.random(in: 1...50, using: &random) {
          #expect(try keys.insert(store.newKey(for: Notes.entity)).inserted)
        }
      }
    }
  }

  @Test("None can be claimed inside a save, which would take it back if it failed")
  func insideSave() throws {
    struct Stop: Error {}
    // A new store has its first keys from the beginning.
    _ = try open()
    let store = try open()
    try store.save(author: nil) { _ in
      #expect(throws: StorageError.noKeyLeft(entity: Notes.entity)) {
        try store.newKey(for: Notes.entity)
      }
    }
    #expect(try store.newKey(for: Notes.entity) == 1)
    // Those that are left can be taken, and stay taken when the save fails.
    var keys: [Int64] = []
    #expect(throws: Stop.self) {
      try store.save(author: nil) { _ in
        keys.append(try store.newKey(for: Notes.entity))
        throw Stop()
      }
    }
    keys.append(try open().newKey(for: Notes.entity))
    for _ in 0..<40 { keys.append(try store.newKey(for: Notes.entity)) }
    #expect(Set(keys).count == keys.count)
  }

  @Test("Threads that take them inside and outside of saves don't wait for each other for ever")
  func besideSaves() throws {
    let store = try open()
    let keys = Shared<[Int64]>([])
    let done = DispatchGroup()
    for thread in 0..<4 {
      done.enter()
      Thread {
        defer { done.leave() }
        for _ in 0..<400 {
          var key: Int64?
          if thread % 2 == 0 {
            key = try? store.newKey(for: Notes.entity)
          } else {
            _ = try? store.save(author: nil) { _ in key = try? store.newKey(for: Notes.entity) }
          }
          keys.update { if let key { $0.append(key) } }
        }
      }.start()
    }
    try #require(done.wait(timeout: .now() + 60) == .success)
    #expect(keys.value.count >= 800)
    #expect(Set(keys.value).count == keys.value.count)
  }
}
