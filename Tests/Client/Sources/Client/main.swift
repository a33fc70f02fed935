import Foundation
import Strata

// Two contexts that change each other's objects, then several at once: for the sanitizers, which look
// at code that is generated here as well as at the library's.

let url = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID()).store")
defer {
  for end in ["", "-wal", "-shm"] { unlink(url.path + end) }
}
let container = try ModelContainer(for: Trip.self, configurations: ModelConfiguration(url: url))

func fill() throws {
  let context = ModelContext(container)
  for number in 0..<20 {
    let trip = Trip(name: "t\(number)")
    context.insert(trip)
    trip.stops = (0..<3).map { Stop(place: "p\($0)") }
    trip.tags = [Tag(word: "w\(number)")]
    let guide = Guide(name: "g\(number)")
    guide.languages = [Tag(word: "l\(number)")]
    guide.home = Stop(place: "home")
    trip.guide = guide
  }
  try context.save()
}

/// Deletes in one context what another has in memory, with all that leads there.
func mergeDeletions() throws {
  let (one, other) = (ModelContext(container), ModelContext(container))
  let trips = try one.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
  let guides = try one.fetch(FetchDescriptor<Guide>())
  for trip in trips { _ = (trip.stops.count, trip.tags.first?.trips.count, trip.guide?.trip) }
  for guide in guides { _ = (guide.home?.place, guide.languages.count) }
  for trip in try other.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name > "t3" })) {
    other.delete(trip)
  }
  for tag in try other.fetch(FetchDescriptor<Tag>(predicate: #Predicate { $0.word > "l5" })) {
    other.delete(tag)
  }
  try other.save()
  trips[0].stops.removeFirst()
  try one.mergeChanges()
  one.insert(Stop(place: "new"))
  one.delete(trips[1])
  one.rollback()
  trips[0].name = "x"
  try one.save()
  guard trips.filter({ $0.modelContext != nil }).count == 14 else { throw Wrong() }
}

struct Wrong: Error {}

/// Saves from several threads.
func compete() async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for number in 0..<4 {
      group.addTask {
        let context = ModelContext(container)
        for step in 0..<25 {
          let trip = Trip(name: "\(number)-\(step)")
          context.insert(trip)
          trip.stops = [Stop(place: "a"), Stop(place: "b")]
          try context.save()
          let trips = try context.fetch(FetchDescriptor<Trip>())
          for trip in trips { _ = trip.stops.map(\.place) }
          guard step % 3 == 0, let trip = trips.randomElement() else { continue }
          context.delete(trip)
          // Another one may have deleted it at the same time.
          do { try context.save() } catch is StackError { context.rollback() }
        }
      }
    }
    try await group.waitForAll()
  }
}

try fill()
try mergeDeletions()
try await compete()
let faults = try ModelContext(container).checkStore()
guard faults.isEmpty else {
  for fault in faults { print(fault) }
  throw Wrong()
}
print("The client found what it should.")
