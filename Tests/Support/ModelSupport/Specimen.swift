package import Foundation
package import Strata

package enum Rank: Int, Codable, Sendable { case low = 1, high = 9 }

package enum Shape: Codable, Equatable, Sendable {
  case circle(radius: Double)
  case text(String, bold: Bool)
  case none
}

/// A model with an attribute of every type.
@Model package final class Specimen {
  package var bool: Bool
  package var int = 0
  package var int8: Int8 = 0
  package var int16: Int16 = 0
  package var int32: Int32 = 0
  package var int64: Int64 = 0
  package var uint: UInt = 0
  package var uint8: UInt8 = 0
  package var uint16: UInt16 = 0
  package var uint32: UInt32 = 0
  package var uint64: UInt64 = 0
  package var float: Float = 0
  package var double = 0.0
  package var decimal: Decimal = 0
  package var string = ""
  package var date = Date(timeIntervalSinceReferenceDate: 0)
  package var data = Data()
  package var uuid = UUID()
  package var url = URL(fileURLWithPath: "/")
  package var genre = Genre.novel
  package var rank: Rank = Rank.low
  package var shape = Shape.none
  package var cover = Cover(width: 1, height: 2)
  package var words: [String] = []
  package var counts: [String: Int] = [:]

  package init(bool: Bool = false) { self.bool = bool }
}

/// The same, all of it optional.
@Model package final class OptionalSpecimen {
  package var bool: Bool?
  package var int: Int?
  package var uint64: UInt64?
  package var double: Double?
  package var decimal: Decimal?
  package var string: String?
  package var date: Date?
  package var data: Data?
  package var uuid: UUID?
  package var url: URL?
  package var genre: Genre?
  package var rank: Rank?
  package var shape: Shape?
  package var cover: Cover?
  package var words: [String]?

  package init() {}
}

/// A model with delete rules that keep something from happening.
@Model package final class Landlord {
  package var name: String
  @Relationship(deleteRule: .deny, inverse: \Tenant.landlord) package var tenants: [Tenant] = []
  @Relationship(deleteRule: .noAction, inverse: \Key.landlord) package var keys: [Key] = []

  package init(name: String) { self.name = name }
}

@Model package final class Tenant {
  package var name: String
  package var landlord: Landlord?

  package init(name: String) { self.name = name }
}

@Model package final class Key {
  package var number: Int
  package var landlord: Landlord?

  package init(number: Int) { self.number = number }
}
