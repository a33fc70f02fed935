import SwiftData

enum Generated: VersionedSchema {
  static var versionIdentifier: Schema.Version { Schema.Version(1, 2, 3) }
  static var models: [any PersistentModel.Type] { [BusinessTrip.self, Trip.self, Stop.self] }

  /// Abstract: make objects of the classes that inherit from it.
  @Model
  class Trip {
    #Unique<Trip>([\.begins, \.days])
    #Index<Trip>([\.begins, \.name])

    @Attribute(.unique, originalName: "title") var name: String = "A \"new\" trip"
    var begins: Date
    var days: Int16 = 1
    @Attribute(.externalStorage, .preserveValueOnDeletion) var photo: Data?
    // The data that is made of UIColor by ColorTransformer; with the type and its transformer here,
    // write @Attribute(.transformable(by:)).
    var color: Data?
    @Attribute(.ephemeral) var length: Double = 0.0
    var start: Spot?
    @Relationship(deleteRule: .cascade, maximumModelCount: 20, inverse: \Stop.trip)
    var stops: [Stop]? = []

    init(begins: Date) {
      self.begins = begins
    }
  }

  @Model
  final class BusinessTrip: Trip {
    var allowance: Decimal = Decimal(sign: .plus, exponent: -1, significand: 125)
    var `class`: Int

    init(begins: Date, `class`: Int) {
      self.`class` = `class`
      super.init(begins: begins)
    }
  }

  @Model
  final class Stop {
    var id: UUID?
    var page: URL?
    var trip: Trip
    @Relationship(inverse: nil) var seenFrom: Stop?

    init(trip: Trip) {
      self.trip = trip
    }
  }

  @Composite
  struct Spot: Codable, Hashable {
    var latitude: Double
    var label: String?
  }
}
