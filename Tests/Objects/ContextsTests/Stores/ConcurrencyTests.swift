import StrataModelSupport
import Strata
import Testing

@Suite struct Concurrency {
  @Test(arguments: [false, true])
  func letsManyContextsWriteAtOnce(isInMemory: Bool) async throws {
    let store = try Storehouse()
    let container = isInMemory ? try ModelContext.inMemory().container : try store.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          let context = ModelContext(container)
          context.author = "writer \(writer)"
          for round in 0..<25 {
            let crate = Crate(serial: writer * 1000 + round)
            context.insert(crate)
            crate.parcels = [Parcel(serial: round), Parcel(serial: round)]
            try context.save()
            _ = try context.fetchCount(FetchDescriptor<Crate>())
          }
        }
      }
      try await group.waitForAll()
    }
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 100)
    #expect(try context.all(Parcel.self).allSatisfy { $0.crate != nil })
    #expect(try context.historyEntries().map(\.number) == Array(1...100))
    #expect(try context.checkStore().isEmpty)
  }
}
