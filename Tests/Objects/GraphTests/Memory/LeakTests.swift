import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// Descriptors that stay open when the objects of a store are gone.
@Suite(.serialized) struct Leaks {
  private func descriptors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
  }

  @Test func areNoneAfterAFewChanges() throws {
    let store = try Storehouse()
    for round in 0..<5 {
      let context = try store.context()
      context.insert(Author(name: "\(round)"))
      try context.save()
      if round > 2 { _ = try context.checkStore() }
      context.insert(Author(name: "x"))
      if round == 4 { try context.all(Author.self).first?.height = 1 }
    }
    let path = store.folder.url.lastPathComponent
    #expect(try descriptors().filter { $0.contains(path) } == [])
  }

  @Test func areNoneAfterManyChanges() throws {
    var paths: [String] = []
    for _ in 0..<3 {
      let world = try World(random: SeededGenerator(for: "Leaks"))
      for _ in 0..<300 { try world.step(allowsUnmanaged: false) }
      try world.save()
      try world.checkStore(isOrdered: false)
      try world.reopen(newContainer: true)
      for _ in 0..<300 { try world.step(allowsUnmanaged: false) }
      paths.append(world.folder.url.lastPathComponent)
    }
    let open = try descriptors()
    #expect(open.filter { path in paths.contains { path.contains($0) } } == [])
  }
}
