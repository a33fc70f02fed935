import Strata

enum Rank: Int, Codable { case low = 1, high = 9 }

enum Shape: Codable, Equatable {
  case circle(radius: Double)
  case text(String, bold: Bool)
  case none
}

/// A model with an attribute of every type.
@Model final class Specimen {
  var bool: Bool
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var float: Float = 0
  var double = 0.0
  var decimal: Decimal = 0
  var string = ""
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
  var uuid = UUID()
  var url = URL(fileURLWithPath: "/")
  var genre = Genre.novel
  var rank: Rank = Rank.low
  var shape = Shape.none
  var cover = Cover(width: 1, height: 2)
  var words: [String] = []
  var counts: [String: Int] = [:]

  init(bool: Bool = false) { self.bool = bool }
}

/// The same, all of it optional.
@Model final class OptionalSpecimen {
  var bool: Bool?
  var int: Int?
  var uint64: UInt64?
  var double: Double?
  var decimal: Decimal?
  var string: String?
  var date: Date?
  var data: Data?
  var uuid: UUID?
  var url: URL?
  var genre: Genre?
  var rank: Rank?
  var shape: Shape?
  var cover: Cover?
  var words: [String]?

  init() {}
}

/// A model with delete rules that keep something from happening.
@Model final class Landlord {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Tenant.landlord) var tenants: [Tenant] = []
  @Relationship(deleteRule: .noAction, inverse: \Key.landlord) var keys: [Key] = []

  init(name: String) { self.name = name }
}

@Model final class Tenant {
  var name: String
  var landlord: Landlord?

  init(name: String) { self.name = name }
}

@Model final class Key {
  var number: Int
  var landlord: Landlord?

  init(number: Int) { self.number = number }
}
