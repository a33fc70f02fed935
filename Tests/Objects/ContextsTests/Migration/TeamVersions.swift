import Foundation
import Strata

// The models of programs that use one store at the same time.

/// The narrowest version.
enum Narrow {
  @Model final class Team {
    @Attribute(.unique) var name: String
    init(_ name: String) { self.name = name }
  }
}

/// A version that requires more, and promises more.
enum Wide {
  @Model final class Team: TemporalModel {
    #Search<Team>([\.name, \.note])
    #Unique<Team>([\.note, \.rank])
    #Index<Team>([\.note])
    @Attribute(.unique) var name: String
    var note: String?
    var rank: Int = 5
    var code: UUID = UUID()
    var text: String = UUID().uuidString
    var made: Date = Date()
    @Attribute(.unique) var email: String?
    @Attribute(.deletedAt) var gone: Date?
    init(_ name: String, _ note: String? = nil, _ email: String? = nil) {
      self.name = name
      self.note = note
      self.email = email
    }
  }
}

/// Another version beside the wide one.
enum Other {
  @Model final class Team {
    #Index<Team>([\.color])
    @Attribute(.unique) var name: String
    var color: String = "red"
    var level: Level = Level.low
    init(_ name: String) { self.name = name }
  }

  enum Level: String, Codable { case low, high }
}

/// A version that promises less of what it has.
enum Lenient {
  @Model final class Team {
    var name: String?
    var note: String?
    init(_ name: String?) { self.name = name }
  }
}

/// A version with a value that only Swift can make.
enum Demanding {
  @Model final class Team {
    @Attribute(.unique) var name: String
    var number: Int
    init(_ name: String, _ number: Int) {
      self.name = name
      self.number = number
    }
  }
}

/// A hierarchy of which a program may lack a class, or a property of one.
enum Pack {
  @Model class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Dog: Animal {
    var tricks: Int = 1
    var tag: UUID = UUID()
    override init(_ name: String) { super.init(name) }
  }
  @Model final class Cat: Animal {
    var lives: Int = 9
    override init(_ name: String) { super.init(name) }
  }
}

enum PlainPack {
  @Model class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Dog: Animal {
    override init(_ name: String) { super.init(name) }
  }
  @Model final class Cat: Animal {
    override init(_ name: String) { super.init(name) }
  }
}

/// A program with classes that lead to those of another one.
enum Owners {
  @Model final class Person {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Car.owner) var cars: [Car] = []
    @Relationship(inverse: \Bike.owner) var bikes: [Bike] = []
    var trips: [Trip] = []
    var best: Person?
    init(_ name: String) { self.name = name }
  }
  @Model final class Car {
    var plate: String
    var owner: Person
    init(_ plate: String, _ owner: Person) {
      self.plate = plate
      self.owner = owner
    }
  }
  @Model final class Bike {
    var plate: String
    var owner: Person?
    init(_ plate: String, _ owner: Person?) {
      self.plate = plate
      self.owner = owner
    }
  }
  @Model final class Trip {
    var name: String
    @Relationship(inverse: \Person.trips) var people: [Person] = []
    init(_ name: String) { self.name = name }
  }
}

enum Ownerless {
  @Model final class Person {
    @Attribute(.unique) var name: String
    init(_ name: String) { self.name = name }
  }
}

/// A version whose property has another type.
enum Retyped2 {
  @Model final class Team {
    @Attribute(.unique) var name: String
    var rank: String = "5"
    init(_ name: String) { self.name = name }
  }
}

/// A version with another tokenizer.
enum Stemmed {
  @Model final class Team {
    #Search<Team>([\.name], tokenizer: .porter)
    @Attribute(.unique) var name: String
    init(_ name: String) { self.name = name }
  }
}

/// The version that requires most, and promises most, of those that are open in random order.
enum Widest {
  @Model final class Team: TemporalModel {
    #Search<Team>([\.name, \.note])
    #Index<Team>([\.note])
    @Attribute(.unique) var name: String
    @Attribute(.unique) var email: String?
    var note: String?
    var rank: Int = 5
    var code: UUID = UUID()
    var best: Team?
    @Relationship(inverse: \Player.team) var players: [Player] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Player: TemporalModel {
    var name: String
    var team: Team?
    init(_ name: String, _ team: Team?) {
      self.name = name
      self.team = team
    }
  }
}

/// The narrowest version, to which a plan adds a property.
enum Mottoed {
  @Model final class Team {
    @Attribute(.unique) var name: String
    var motto: String = "none"
    init(_ name: String) { self.name = name }
  }

  enum Plan: SchemaMigrationPlan {
    enum V1: VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
      static var models: [any PersistentModel.Type] { [Narrow.Team.self] }
    }
    enum V2: VersionedSchema {
      static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
      static var models: [any PersistentModel.Type] { [Mottoed.Team.self] }
    }
    static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: V1.self, toVersion: V2.self)]
    }
  }
}

/// A class that the next version puts below another one, without some of its properties.
enum Alone {
  enum Mood: String, Codable, CaseIterable { case calm, eager }
  @Composite struct Size: Codable {
    var width: Double
    var height: Double
  }

  @Model final class Team {
    var name: String
    var isOld = true
    var mood = Mood.calm
    var size: Size?
    var rival: Team?
    init(_ name: String) { self.name = name }
  }
}

/// The class below another one.
enum Below {
  @Model class Group {
    var name: String
    init(_ name: String) { self.name = name }
  }

  @Model final class Team: Group {
    var motto: String?
    override init(_ name: String) { super.init(name) }
  }
}

/// The version after that, whose tables differ once more.
enum BelowWithPlace {
  @Model class Group {
    var name: String
    var place: String?
    init(_ name: String) { self.name = name }
  }

  @Model final class Team: Group {
    var motto: String?
    #Index<Team>([\.motto])
    override init(_ name: String) { super.init(name) }
  }
}
