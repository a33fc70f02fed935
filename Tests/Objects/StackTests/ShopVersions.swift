import Strata
import StrataStack

/// A shop's models through four versions: columns come, a superclass takes over what is common, a column goes
/// and an entity comes.
enum Shop1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self, School.self] }

  @Model final class Person {
    var name: String
    /// What the person is, and what belongs to that, as JSON.
    var details: String
    var school: School?
    init(name: String, details: String) { (self.name, self.details) = (name, details) }
  }
  @Model final class School {
    var name: String
    @Relationship(inverse: \Person.school) var people: [Person] = []
    init(name: String) { self.name = name }
  }
}

enum Shop2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Person.self, School.self] }

  @Model final class Person {
    var name: String
    var details: String
    var school: School?
    var height: Double?
    var birthday: Date?
    init(name: String, details: String) { (self.name, self.details) = (name, details) }
  }
  @Model final class School {
    var name: String
    @Relationship(inverse: \Person.school) var people: [Person] = []
    init(name: String) { self.name = name }
  }
}

enum Shop3: VersionedSchema {
  static let versionIdentifier = Schema.Version(3, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Person.self, Human.self, Student.self, Teacher.self, School.self]
  }

  /// As before, until its rows are moved.
  @Model final class Person {
    var name: String
    var details: String
    var school: School?
    var height: Double?
    var birthday: Date?
    init(name: String, details: String) { (self.name, self.details) = (name, details) }
  }
  @Model class Human {
    var name: String
    var height: Double?
    var school: School?
    init(name: String) { self.name = name }
  }
  @Model final class Student: Human {
    var grade: Int
    init(name: String, grade: Int) {
      self.grade = grade
      super.init(name: name)
    }
  }
  @Model final class Teacher: Human {
    var subject: String
    init(name: String, subject: String) {
      self.subject = subject
      super.init(name: name)
    }
  }
  @Model final class School {
    var name: String
    @Relationship(inverse: \Person.school) var people: [Person] = []
    @Relationship(inverse: \Human.school) var humans: [Human] = []
    init(name: String) { self.name = name }
  }
}

enum Shop4: VersionedSchema {
  static let versionIdentifier = Schema.Version(4, 0, 0)
  static var models: [any PersistentModel.Type] {
    [Human.self, Student.self, Teacher.self, School.self, Room.self]
  }

  @Model class Human {
    var name: String
    var school: School?
    init(name: String) { self.name = name }
  }
  @Model final class Student: Human {
    var grade: Int
    init(name: String, grade: Int) {
      self.grade = grade
      super.init(name: name)
    }
  }
  @Model final class Teacher: Human {
    var subject: String
    init(name: String, subject: String) {
      self.subject = subject
      super.init(name: name)
    }
  }
  @Model final class School {
    var name: String
    @Relationship(inverse: \Human.school) var humans: [Human] = []
    @Relationship(inverse: \Room.school) var rooms: [Room] = []
    init(name: String) { self.name = name }
  }
  @Model final class Room {
    var number: Int
    var school: School?
    init(number: Int) { self.number = number }
  }
}

enum ShopVersion: String, ModelVersion {
  case first, withMeasures, withKinds, withRooms

  var schema: any VersionedSchema.Type {
    switch self {
    case .first: Shop1.self
    case .withMeasures: Shop2.self
    case .withKinds: Shop3.self
    case .withRooms: Shop4.self
    }
  }
}

enum ShopModels: ModelManager {
  typealias Version = ShopVersion

  /// What a person's JSON says.
  struct Details: Codable {
    var grade: Int?
    var subject: String?
  }

  static var stages: [MigrationStage] {
    [
      migrationStage(to: .withMeasures, label: "Add measures"),
      migrationStage(
        to: .withKinds, label: "Make students and teachers of people",
        postMigration: { context in
          for person in try context.fetch(FetchDescriptor<Shop3.Person>()) {
            let details = try JSONDecoder().decode(Details.self, from: Data(person.details.utf8))
            let human: Shop3.Human =
              if let grade = details.grade {
                Shop3.Student(name: person.name, grade: grade)
              } else {
                Shop3.Teacher(name: person.name, subject: details.subject ?? "")
              }
            (human.height, human.school) = (person.height, person.school)
            context.insert(human)
            context.delete(person)
          }
        }),
      migrationStage(to: .withRooms, label: "Drop heights, add rooms"),
    ]
  }
}
