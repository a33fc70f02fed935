import SwiftData

/// Models for what people complain of.
enum Troubles {
  static let models: [any PersistentModel.Type] = [Parent.self, Guardian.self, Watched.self]

  @Model final class Parent {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Child.parent) var children: [Child] = []
    @Relationship(deleteRule: .nullify, inverse: \Friend.parents) var friends: [Friend] = []
    var favorite: Friend?

    init(name: String) { self.name = name }
  }

  @Model final class Child {
    var name: String
    var parent: Parent?
    init(name: String) { self.name = name }
  }

  @Model final class Friend {
    var name: String
    var parents: [Parent] = []
    init(name: String) { self.name = name }
  }

  @Model final class Guardian {
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Ward.guardian) var wards: [Ward] = []
    init(name: String) { self.name = name }
  }

  @Model final class Ward {
    var guardian: Guardian?
    var school: School
    init(school: School) { self.school = school }
  }

  @Model final class School {
    var name = ""
    init() {}
  }

  @Model final class Watched {
    let code: Int
    var log: [String] = []
    var value = 0 {
      willSet { log.append("will \(newValue)") }
      didSet { log.append("did \(oldValue)") }
    }
    init(code: Int) { self.code = code }
  }
}

enum ShapeOne {
  struct Address: Codable { var street: String }

  @Model final class Profile {
    var address: Address
    init(street: String) { address = Address(street: street) }
  }
}

enum ShapeTwo {
  struct Address: Codable {
    var street: String
    var city: String?
  }

  @Model final class Profile {
    var address: Address
    init(address: Address) { self.address = address }
  }
}

enum ShapeThree {
  struct Address: Codable {
    var street: String
    var country: String
  }

  @Model final class Profile {
    var address: Address
    init(address: Address) { self.address = address }
  }
}

/// Declares what the macro would add.
@ModelActor actor Caretaker {
  let modelContainer: ModelContainer

  init(of container: ModelContainer) {
    modelContainer = container
    modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
  }

  func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Troubles.Parent>()) }
}

@ModelActor actor Bookkeeper {
  func add(_ names: [String]) throws -> [PersistentIdentifier] {
    let parents = names.map { Troubles.Parent(name: $0) }
    for parent in parents { modelContext.insert(parent) }
    try modelContext.save()
    return parents.map(\.persistentModelID)
  }

  func name(of identifier: PersistentIdentifier) -> String? {
    self[identifier, as: Troubles.Parent.self]?.name
  }

  var isOnMainThread: Bool { Thread.isMainThread }
}
