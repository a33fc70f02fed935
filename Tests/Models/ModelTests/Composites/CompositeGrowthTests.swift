import Foundation
import Strata
import StrataTestSupport
import Testing

enum Small {
  @Composite enum Fare: Codable, Equatable { case free, paid }

  @Composite struct Tags: Codable, Equatable {
    var a: Int?
    var b: Int?
  }

  @Composite struct Point: Codable, Equatable {
    var x: Int
    var y: Int?
  }

  @Model final class Pass {
    var name: String
    var fare: Fare
    var back: Fare?
    var tags: Tags?
    var point: Point?

    init(_ name: String, _ fare: Fare, back: Fare?, tags: Tags?, point: Point?) {
      self.name = name
      self.fare = fare
      self.back = back
      self.tags = tags
      self.point = point
    }
  }
}

enum Grown {
  @Composite enum Fare: Codable, Equatable {
    case free, paid
    case single(price: Int)
  }

  @Composite struct Tags: Codable, Equatable {
    var a: Int?
    var b: Int?
    var c: Int = 5
  }

  @Composite struct Point: Codable, Equatable {
    var x: Int
    var y: Int = 7
  }

  @Model final class Pass {
    var name: String
    var fare = Fare.free
    var back: Fare?
    var tags: Tags?
    var point: Point?
    init(_ name: String) { self.name = name }
  }
}

enum Shrunk {
  @Composite struct Point: Codable, Equatable { var y: Int? }

  @Model final class Pass {
    var name: String
    var point: Point?
    init(_ name: String) { self.name = name }
  }
}

enum Replaced {
  @Model final class Pass {
    var name: String
    var fare: Int?
    init(_ name: String) { self.name = name }
  }
}

@Suite("Composite values whose types change in small ways")
struct CompositeGrowthTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let context = try context(Small.Pass.self)
    context.insert(
      Small.Pass("1", .paid, back: .paid, tags: .init(a: nil, b: nil), point: .init(x: 1, y: nil)))
    context.insert(Small.Pass("2", .free, back: nil, tags: nil, point: nil))
    context.insert(
      Small.Pass("3", .paid, back: .free, tags: .init(a: 1, b: nil), point: .init(x: 2, y: 3)))
    try context.save()
  }

  private func context(_ type: any PersistentModel.Type) throws -> ModelContext {
    ModelContext(
      try ModelContainer(for: type, configurations: ModelConfiguration(url: folder.file())))
  }

  @Test("An enum keeps its cases when one gains the first payload")
  func payload() throws {
    let found = try context(Grown.Pass.self).fetch(
      FetchDescriptor<Grown.Pass>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.fare) == [.paid, .free, .paid])
    #expect(found.map(\.back) == [.paid, nil, .free])
  }

  @Test("A value whose members are all nil stays one, with a new member's default")
  func allNil() throws {
    let found = try context(Grown.Pass.self).fetch(
      FetchDescriptor<Grown.Pass>(sortBy: [SortDescriptor(\.name)]))
    #expect(
      found.map(\.tags) == [.init(a: nil, b: nil, c: 5), nil, .init(a: 1, b: nil, c: 5)])
  }

  @Test("A member that may not be nil any longer gets its default where it is")
  func required() throws {
    let found = try context(Grown.Pass.self).fetch(
      FetchDescriptor<Grown.Pass>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.point) == [.init(x: 1, y: 7), nil, .init(x: 2, y: 3)])
  }

  @Test("A value that loses the member which told it from nil stays one")
  func presence() throws {
    let found = try context(Shrunk.Pass.self).fetch(
      FetchDescriptor<Shrunk.Pass>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.point) == [.init(y: nil), nil, .init(y: 3)])
  }

  @Test("A value whose type becomes another is refused, and stays")
  func anotherType() throws {
    #expect(throws: StorageError.self) { try context(Replaced.Pass.self) }
    let found = try context(Small.Pass.self).fetch(
      FetchDescriptor<Small.Pass>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map(\.fare) == [.paid, .free, .paid])
  }
}
