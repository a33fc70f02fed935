import Foundation
import Strata
import Synchronization
import StrataTestSupport
import Testing

/// A value that is never made of an empty name by itself.
@Composite struct Insignia: Codable, Equatable {
  static let refusals = Mutex(0)
  var name: String
  var number: Int?

  init(name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    number = try container.decodeIfPresent(Int.self, forKey: .number)
    if name.isEmpty { Insignia.refusals.withLock { $0 += 1 } }
  }
}

/// JSON with a composite value in it.
struct Uniform: Codable, Equatable {
  var color: String
  var badge: Insignia
}

@Model final class Guardsman {
  var badge: Insignia
  var uniform: Uniform

  init(_ name: String) {
    badge = Insignia(name: name)
    uniform = Uniform(color: "red", badge: Insignia(name: name))
  }
}

@Suite("What stands in for composite values")
struct CompositeStandInTests {
  @Test("The type's own initializers aren't asked for an empty value")
  func ownInitializers() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Guardsman.self, configurations: ModelConfiguration(url: folder.file()))
    let context = ModelContext(container)
    context.insert(Guardsman("a"))
    try context.save()
    let found = try #require(
      try ModelContext(container).fetch(FetchDescriptor<Guardsman>()).first)
    #expect(found.badge == Insignia(name: "a"))
    #expect(found.uniform == Uniform(color: "red", badge: Insignia(name: "a")))
    #expect(Insignia.refusals.withLock(\.self) == 0)
  }
}
