import Strata

/// The columns of J, whoever keeps them: a number, a struct of three members, an enum with payloads.
protocol VisitValues: PersistentModel {
  var number: Int { get }

  init(_ row: Int)

  /// Adds what the struct and the enum hold.
  func add(to checksum: inout Checksum)
}

/// Everything in properties of its own.
@Model final class PlainVisit: VisitValues {
  enum Kind: String, Codable, CaseIterable { case free, entry, season }

  var number: Int
  var latitude: Double
  var longitude: Double
  var town: String
  var kind: Kind
  var price: Int?
  var days: Int?

  init(_ row: Int) {
    number = row
    latitude = VisitRow.latitude(row)
    longitude = VisitRow.longitude(row)
    town = VisitRow.town(row)
    kind = row % 3 == 0 ? .free : row % 3 == 1 ? .entry : .season
    price = row % 3 == 0 ? nil : row
    days = row % 3 == 2 ? row % 365 : nil
  }

  func add(to checksum: inout Checksum) {
    checksum.add(latitude)
    checksum.add(longitude)
    checksum.add(town)
    checksum.add(price ?? -1)
    checksum.add(days ?? -1)
  }
}

/// The same in values that `@Composite` keeps in columns.
@Model final class CompositeVisit: VisitValues {
  @Composite struct Place {
    var latitude: Double
    var longitude: Double
    var town: String
  }

  @Composite enum Fee {
    case free
    case entry(price: Int)
    case season(price: Int, days: Int)
  }

  var number: Int
  var place: Place
  var fee: Fee

  init(_ row: Int) {
    number = row
    place = Place(
      latitude: VisitRow.latitude(row), longitude: VisitRow.longitude(row),
      town: VisitRow.town(row))
    switch row % 3 {
    case 0: fee = .free
    case 1: fee = .entry(price: row)
    default: fee = .season(price: row, days: row % 365)
    }
  }

  func add(to checksum: inout Checksum) {
    let place = place
    checksum.add(place.latitude)
    checksum.add(place.longitude)
    checksum.add(place.town)
    switch fee {
    case .free: VisitRow.add(-1, -1, to: &checksum)
    case .entry(let price): VisitRow.add(price, -1, to: &checksum)
    case .season(let price, let days): VisitRow.add(price, days, to: &checksum)
    }
  }
}

/// The same in values that are kept as JSON. They have initial values, so that the first getter decodes
/// them, and not the fetch.
@Model final class JSONVisit: VisitValues {
  struct Place: Codable {
    var latitude: Double
    var longitude: Double
    var town: String
  }

  enum Fee: Codable {
    case free
    case entry(price: Int)
    case season(price: Int, days: Int)
  }

  var number: Int
  var place = Place(latitude: 0, longitude: 0, town: "")
  var fee = Fee.free

  init(_ row: Int) {
    number = row
    place = Place(
      latitude: VisitRow.latitude(row), longitude: VisitRow.longitude(row),
      town: VisitRow.town(row))
    switch row % 3 {
    case 0: fee = .free
    case 1: fee = .entry(price: row)
    default: fee = .season(price: row, days: row % 365)
    }
  }

  func add(to checksum: inout Checksum) {
    let place = place
    checksum.add(place.latitude)
    checksum.add(place.longitude)
    checksum.add(place.town)
    switch fee {
    case .free: VisitRow.add(-1, -1, to: &checksum)
    case .entry(let price): VisitRow.add(price, -1, to: &checksum)
    case .season(let price, let days): VisitRow.add(price, days, to: &checksum)
    }
  }
}

/// What a row of J has in it.
enum VisitRow {
  static func latitude(_ row: Int) -> Double { 46 + Double(row % 1000) * 0.001 }
  static func longitude(_ row: Int) -> Double { 7 + Double(row % 777) * 0.002 }
  static func town(_ row: Int) -> String { "town number \(row % 5000)" }

  static func add(_ price: Int, _ days: Int, to checksum: inout Checksum) {
    checksum.add(price)
    checksum.add(days)
  }
}
