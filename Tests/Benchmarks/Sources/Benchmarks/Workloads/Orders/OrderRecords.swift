import Foundation
import GRDB
import SQLiteC

/// GRDB's Codable record; also what the rows are made of.
struct OrderRecord: OrderValues, Codable, FetchableRecord {
  let number: Int
  let customer: String
  let employee: Int
  let ordered: String
  let required: String
  let shipped: String?
  let carrier: Int
  let freight: Double
  let shipName: String
  let shipAddress: String
  let shipCity: String
  let shipRegion: String?
  let shipPostalCode: String?
  let shipCountry: String

  private static let cities = [
    ("Bergen", "Norge", nil as String?), ("Köln", "Germany", nil), ("São Paulo", "Brazil", "SP"),
    ("Albuquerque", "USA", "NM"), ("Luleå", "Sweden", nil), ("Cork", "Ireland", "Co. Cork"),
  ]

  init(row: Int) {
    let city = Self.cities[row % Self.cities.count]
    number = 10_248 + row
    customer = "CUS\(row % 91)"
    employee = row % 9 + 1
    ordered = Self.day(row)
    required = Self.day(row + 28)
    shipped = row.isMultiple(of: 20) ? nil : Self.day(row + 6)
    carrier = row % 3 + 1
    freight = Double(row % 4_000) * 0.25
    shipName = "Customer and sons, number \(row % 91)"
    shipAddress = "\(row % 300) Long Street, back yard"
    shipCity = city.0
    shipRegion = city.2
    shipPostalCode = row.isMultiple(of: 15) ? nil : "\(10_000 + row % 80_000)"
    shipCountry = city.1
  }

  private static func day(_ number: Int) -> String {
    String(
      format: "%04d-%02d-%02d 00:00:00", 1996 + number / 336 % 30, number / 28 % 12 + 1,
      number % 28 + 1)
  }
}

/// GRDB's record read by position.
struct PositionalOrder: OrderValues, FetchableRecord {
  let number: Int
  let customer: String
  let employee: Int
  let ordered: String
  let required: String
  let shipped: String?
  let carrier: Int
  let freight: Double
  let shipName: String
  let shipAddress: String
  let shipCity: String
  let shipRegion: String?
  let shipPostalCode: String?
  let shipCountry: String

  init(row: GRDB.Row) {
    number = row[1]
    customer = row[2]
    employee = row[3]
    ordered = row[4]
    required = row[5]
    shipped = row[6]
    carrier = row[7]
    freight = row[8]
    shipName = row[9]
    shipAddress = row[10]
    shipCity = row[11]
    shipRegion = row[12]
    shipPostalCode = row[13]
    shipCountry = row[14]
  }
}

/// A plain object read through SQLite's C interface.
final class RawOrder: OrderValues {
  let number: Int
  let customer: String
  let employee: Int
  let ordered: String
  let required: String
  let shipped: String?
  let carrier: Int
  let freight: Double
  let shipName: String
  let shipAddress: String
  let shipCity: String
  let shipRegion: String?
  let shipPostalCode: String?
  let shipCountry: String

  init(_ row: borrowing RawStatement) {
    number = row.integer(at: 1)
    customer = row.text(at: 2)
    employee = row.integer(at: 3)
    ordered = row.text(at: 4)
    required = row.text(at: 5)
    shipped = row.optionalText(at: 6)
    carrier = row.integer(at: 7)
    freight = sqlite3_column_double(row.handle, 8)
    shipName = row.text(at: 9)
    shipAddress = row.text(at: 10)
    shipCity = row.text(at: 11)
    shipRegion = row.optionalText(at: 12)
    shipPostalCode = row.optionalText(at: 13)
    shipCountry = row.text(at: 14)
  }
}
