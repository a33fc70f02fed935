import Foundation
import StrataModelSupport
import Strata

/// Deleted by a date, with all that it has.
@Model final class KeptFolder {
  #Unique<KeptFolder>([\.name])
  @Attribute(.deletedAt) var deleted: Date?
  @Attribute(.updatedAt) var updated: Date
  var name: String
  var tenant = "a"
  var size = 0
  @Relationship(deleteRule: .cascade, inverse: \KeptNote.folder) var notes: [KeptNote] = []
  @Relationship(deleteRule: .deny, inverse: \KeptLock.folder) var locks: [KeptLock] = []
  @Relationship(deleteRule: .cascade, inverse: \KeptIcon.folder) var icon: KeptIcon?

  init(_ name: String, tenant: String = "a", size: Int = 0) {
    self.name = name
    self.tenant = tenant
    self.size = size
  }
}

@Model class KeptNote {
  @Attribute(.deletedAt) var deleted: Date?
  var text: String
  var tenant = "a"
  var folder: KeptFolder?
  var tags: [KeptTag] = []

  init(_ text: String, tenant: String = "a") {
    self.text = text
    self.tenant = tenant
  }
}

@Model final class KeptTask: KeptNote {
  var priority = 0

  init(_ text: String, priority: Int = 0, tenant: String = "a") {
    self.priority = priority
    super.init(text, tenant: tenant)
  }
}

/// Deleted by a date, and keeps a folder from being deleted.
@Model final class KeptLock {
  @Attribute(.deletedAt) var deleted: Date?
  var folder: KeptFolder?
  init(_ folder: KeptFolder) { self.folder = folder }
}

/// Deleted for good.
@Model final class KeptIcon {
  var color: String
  var folder: KeptFolder?
  init(_ color: String) { self.color = color }
}

@Model final class KeptTag {
  var word: String
  @Relationship(inverse: \KeptNote.tags) var notes: [KeptNote] = []
  init(_ word: String) { self.word = word }
}

/// A superclass without a date, and a subclass with one.
@Model class KeptShape {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model final class KeptCircle: KeptShape {
  @Attribute(.deletedAt) var deleted: Date?
  var radius = 1
  override init(_ name: String) { super.init(name) }
}

/// A store of these classes.
struct Bin {
  let depot: Depot
  let container: ModelContainer
  let context: ModelContext

  static let models: [any PersistentModel.Type] = [
    KeptFolder.self, KeptNote.self, KeptTask.self, KeptLock.self, KeptIcon.self, KeptTag.self,
    KeptShape.self, KeptCircle.self,
  ]

  init() throws {
    depot = try Depot()
    container = try depot.container(Self.models)
    context = ModelContext(container)
  }

  func all<T: PersistentModel>(_ type: T.Type = T.self) throws -> [T] {
    try context.fetch(FetchDescriptor<T>().includingDeleted())
  }
}
