import Strata

/// Dogs before and after there are other animals.
enum DogsAlone {
  @Model final class Owner {
    var name: String
    @Relationship(inverse: \Dog.owner) var dogs: [Dog] = []
    @Relationship(inverse: \Dog.walkers) var walked: [Dog] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Dog {
    var name: String
    var years: Int
    var owner: Owner?
    var walkers: [Owner] = []
    init(_ name: String, _ years: Int) { (self.name, self.years) = (name, years) }
  }
}

enum DogsBelow: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Owner.self, Animal.self, Dog.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Dog: Animal {
    var years: Int
    var owner: Owner?
    var walkers: [Owner] = []
    init(_ name: String, _ years: Int) {
      self.years = years
      super.init(name)
    }
  }
  @Model final class Owner {
    var name: String
    @Relationship(inverse: \Dog.owner) var dogs: [Dog] = []
    @Relationship(inverse: \Dog.walkers) var walked: [Dog] = []
    init(_ name: String) { self.name = name }
  }
}

enum DogsChanged {
  @Model class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Dog: Animal {
    @Attribute(originalName: "years") var age: Int?
    @Relationship(originalName: "owner") var owner: Owner?
    var walkers: [Owner] = []
    var breed = "?"
    init(_ name: String, _ age: Int) {
      self.age = age
      super.init(name)
    }
  }
  @Model final class Owner {
    var name: String
    @Relationship(inverse: \Dog.owner) var dogs: [Dog] = []
    @Relationship(originalName: "walked", inverse: \Dog.walkers) var walked: [Dog] = []
    init(_ name: String) { self.name = name }
  }
}

enum NoDogs: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Animal.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Animal {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

enum NoDogsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [DogsBelow.self, NoDogs.self] }
  static var stages: [MigrationStage] { [] }
}

enum DogsAlike {
  @Model class Animal {
    var name: String
    var years = 7
    var owner: Owner?
    init(_ name: String) { self.name = name }
  }
  @Model final class Dog: Animal {
    var walkers: [Owner] = []
    override init(_ name: String) { super.init(name) }
  }
  @Model final class Owner {
    var name: String
    @Relationship(inverse: \Animal.owner) var dogs: [Animal] = []
    init(_ name: String) { self.name = name }
  }
}
