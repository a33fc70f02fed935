import Strata
import TestSupport
import Testing

@Suite(.serialized) struct Leaks {
  private func descriptors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
  }

  @Test func ofDescriptors() throws {
    let store = try Storehouse()
    for i in 0..<5 {
      let context = try store.context()
      context.insert(Author(name: "\(i)"))
      try context.save()
      if i > 2 { _ = try context.checkStore() }
      context.insert(Author(name: "x"))
      if i == 4 { try context.all(Author.self).first?.height = 1 }
    }
    let path = store.folder.url.lastPathComponent
    #expect(try descriptors().filter { $0.contains(path) } == [])
  }

  @Test(arguments: [false, true]) func afterRandomChanges(allowsUnmanaged: Bool) throws {
    var paths: [String] = []
    for _ in 0..<3 {
      let world = try World(random: SeededGenerator(for: "Leaks"))
      for _ in 0..<300 { try world.step(allowsUnmanaged: allowsUnmanaged) }
      try world.save()
      try world.checkStore(isOrdered: false)
      try world.reopen(newContainer: true)
      for _ in 0..<300 { try world.step(allowsUnmanaged: allowsUnmanaged) }
      paths.append(world.folder.url.lastPathComponent)
    }
    let open = try descriptors()
    #expect(open.filter { path in paths.contains { path.contains($0) } } == [])
  }
}
