import Foundation
import Strata
import StrataTestSupport
import Testing

enum Sketched {
  @Composite struct Spot: Codable, Equatable {
    var x: Int
    var z: Int?
  }

  @Composite struct Hint: Codable, Equatable { var text: String }

  @Composite struct Stop: Codable, Equatable {
    var name: String
    var spot: Spot
    var other: Spot?
    var hint: Hint?
  }

  @Composite enum Goal: Codable, Equatable {
    case nowhere
    case at(Spot)
  }

  @Model final class Route {
    var name: String
    var stop: Stop
    var last: Stop?
    var goal: Goal

    init(_ name: String, _ stop: Stop, last: Stop?, _ goal: Goal) {
      self.name = name
      self.stop = stop
      self.last = last
      self.goal = goal
    }
  }
}

/// The same with members more in what is inside, and other ones that may be nil.
enum Drawn {
  @Composite struct Spot: Codable, Equatable {
    var x: Int
    var y = 7
    var z = 3
    var mark = UUID()
    var note: String?
  }

  @Composite struct Hint: Codable, Equatable { var text: String? }

  @Composite struct Stop: Codable, Equatable {
    var name: String
    // The default of a value that isn't there yet, not of a member that it lacks.
    var spot = Spot(x: 0, y: 100)
    @Attribute(originalName: "other") var second: Spot?
    var third: Spot?
    var hint: Hint?
  }

  @Composite enum Goal: Codable, Equatable {
    case nowhere
    case at(Spot)
  }

  @Model final class Route {
    var name: String
    var stop: Stop
    var last: Stop?
    var goal: Goal

    init(_ name: String, _ stop: Stop, _ goal: Goal) {
      self.name = name
      self.stop = stop
      self.goal = goal
    }
  }
}

@Suite("Composite values inside composite values that change")
struct CompositeNestingTests {
  private let routes: [Drawn.Route]

  init() throws {
    let folder = try TemporaryFolder()
    func context(_ type: any PersistentModel.Type) throws -> ModelContext {
      ModelContext(
        try ModelContainer(for: type, configurations: ModelConfiguration(url: folder.file())))
    }
    do {
      let context = try context(Sketched.Route.self)
      let near = Sketched.Stop(name: "near", spot: .init(x: 1, z: nil))
      let far = Sketched.Stop(
        name: "far", spot: .init(x: 2, z: 20), other: .init(x: 3, z: nil),
        hint: .init(text: "left"))
      context.insert(Sketched.Route("a", near, last: nil, .nowhere))
      context.insert(Sketched.Route("b", far, last: near, .at(.init(x: 4, z: nil))))
      try context.save()
    }
    routes = try context(Drawn.Route.self).fetch(
      FetchDescriptor<Drawn.Route>(sortBy: [SortDescriptor(\.name)]))
  }

  @Test("A new member has its own default where the value is")
  func newMember() {
    #expect(routes.map(\.stop.spot.x) == [1, 2])
    #expect(routes.map(\.stop.spot.y) == [7, 7])
    #expect(routes.map(\.stop.second?.x) == [nil, 3])
    #expect(routes.map(\.stop.second?.y) == [nil, 7])
    #expect(routes.map(\.last?.spot.y) == [nil, 7])
    #expect(routes.allSatisfy { $0.stop.third == nil && $0.stop.spot.note == nil })
  }

  @Test("A default that isn't a literal is evaluated for each value")
  func evaluated() {
    let marks = routes.flatMap { [$0.stop.spot.mark, $0.stop.second?.mark, $0.last?.spot.mark] }
    #expect(Set(marks.compactMap(\.self)).count == 4)
  }

  @Test("A member that may not be nil any longer gets its default where the value is")
  func required() {
    #expect(routes.map(\.stop.spot.z) == [3, 20])
    #expect(routes.map(\.stop.second?.z) == [nil, 3])
  }

  @Test("What a case carries gets defaults too")
  func payload() {
    #expect(routes.map(\.goal.at?.x) == [nil, 4])
    #expect(routes.map(\.goal.at?.y) == [nil, 7])
    #expect(routes.map(\.goal.kind) == [.nowhere, .at])
  }

  @Test("A value whose members may all be nil now stays one")
  func presence() {
    #expect(routes.map(\.stop.hint) == [nil, .init(text: "left")])
    #expect(routes.map(\.last?.hint) == [nil, nil])
  }
}
