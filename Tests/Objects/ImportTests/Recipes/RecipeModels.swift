import Foundation
import Strata

@Model final class Customer {
  @Attribute(.unique) var email: String
  var name = ""
  @Relationship(deleteRule: .cascade, inverse: \Order.customer) var orders: [Order] = []

  init(email: String) { self.email = email }
}

@Model @Snapshot(identifying: "customer") final class Order {
  #Index<Order>([\.placed])
  @Attribute(.unique) var number: Int
  var placed: Date
  var cents: Int
  var note: String?
  var isPaid = false
  var customer: Customer?

  init(number: Int, placed: Date = .now, cents: Int) {
    self.number = number
    self.placed = placed
    self.cents = cents
  }
}

@Model final class Article {
  #Search<Article>([\.title, \.body])
  @Attribute(.createdAt) var created: Date
  @Attribute(.updatedAt) var updated: Date
  @Attribute(.deletedAt) var deleted: Date?
  var tenant: String
  var title: String
  var body = ""

  init(tenant: String, title: String) {
    self.tenant = tenant
    self.title = title
  }
}

extension Order: ValidatedModel {
  func validate(for operation: ValidationOperation) throws {
    if operation != .delete, cents < 0 { throw NegativeTotal(order: number) }
  }
}

struct NegativeTotal: Error { let order: Int }

@Model final class Contract: TemporalModel {
  var title: String
  var price: Int

  init(title: String, price: Int) {
    self.title = title
    self.price = price
  }
}

@Model final class Photo {
  var title: String
  @Attribute(.externalStorage) var pixels: Data

  init(title: String, pixels: Data) {
    self.title = title
    self.pixels = pixels
  }
}

@Model final class Seat {
  #Unique<Seat>([\.row, \.number])
  var row: String
  var number: Int
  var guest: String?

  init(row: String, number: Int) {
    self.row = row
    self.number = number
  }
}

@Model final class Playlist {
  @Relationship(deleteRule: .cascade, inverse: \Track.playlist) var tracks: [Track] = []

  init() {}
}

@Model final class Track {
  var title: String
  var rank = 0
  var playlist: Playlist?

  init(title: String) { self.title = title }
}

extension Playlist {
  var ranked: [Track] { tracks.sorted { $0.rank < $1.rank } }

  func move(_ track: Track, to index: Int) {
    var order = ranked.filter { $0 !== track }
    order.insert(track, at: min(index, order.count))
    for (rank, track) in order.enumerated() where track.rank != rank { track.rank = rank }
  }
}

@ModelActor actor Cashier {
  func pay(_ id: TypedObjectID<Order>) throws {
    try modelContext.existing(Order.self, withID: id).isPaid = true
    try modelContext.save()
  }
}

enum ContactsV1: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
  static var models: [any PersistentModel.Type] { [Contact.self] }

  @Model final class Contact {
    var name: String
    init(name: String) { self.name = name }
  }
}

enum ContactsV2: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
  static var models: [any PersistentModel.Type] { [Contact.self] }

  @Model final class Contact {
    var name: String
    var initials = ""
    init(name: String) { self.name = name }
  }
}

enum ContactsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [ContactsV1.self, ContactsV2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: ContactsV1.self, toVersion: ContactsV2.self, willMigrate: nil,
        didMigrate: { context in
          for contact in try context.fetch(FetchDescriptor<ContactsV2.Contact>()) {
            contact.initials = String(contact.name.split(separator: " ").compactMap(\.first))
          }
        })
    ]
  }
}
