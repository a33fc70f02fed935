internal import Foundation
import StrataDates
import StrataQuery
import StrataSQLite
import StrataSchema

// Both engines have functions of these names. A server's are made with the store's tables.
extension SQLDialect {
  /// The value of a function of a date, or nil for any other function.
  func call(dates function: QueryExpression.Function, _ date: SQL) -> SQL? {
    switch function {
    case .dateStart(let period, let zone):
      """
      strata_date_start(\(date), \(literal: period.name), \(SQL("\(period.firstWeekday)")), \
      \(literal: name(of: zone)))
      """
    case .datePart(let part, let zone):
      "strata_date_part(\(date), \(literal: part.rawValue), \(literal: name(of: zone)))"
    default: nil
    }
  }

  /// Zones whose names PostgreSQL takes for abbreviations without summer time, and the zones that tzdata links them to.
  private static let namesOfAbbreviations = [
    "CET": "Europe/Brussels", "MET": "Europe/Brussels", "EET": "Europe/Athens",
    "WET": "Europe/Lisbon",
  ]

  /// The name of a time zone.
  private func name(of zone: TimeZone) -> String {
    var name = ZoneClock.name(of: zone)
    if self == .postgreSQL { name = Self.namesOfAbbreviations[name] ?? name }
    guard self == .postgreSQL, name.hasPrefix("+") || name.hasPrefix("-"), let offset = Int(name)
    else { return name }
    // The POSIX form, whose sign is that of the way to UTC.
    let (hours, rest) = abs(offset).quotientAndRemainder(dividingBy: 3600)
    return "<z>\(offset < 0 ? "+" : "-")\(hours):\(rest / 60):\(rest % 60)"
  }

  /// The lower bound of a number's bucket, or nil for any other function.
  func call(buckets function: QueryExpression.Function, _ number: SQL) -> SQL? {
    guard case .bucket(let bucket) = function else { return nil }
    return switch bucket {
    case .integer(let width, let least):
      "strata_bucket(\(number), \(bind: width), \(bind: least))"
    case .unsigned(let width): "strata_bucket_unsigned(\(number), \(bind: width))"
    case .real(let width):
      switch self {
      case .sqlite: "strata_bucket_real(\(number), \(bind: width))"
      case .postgreSQL:
        "strata_bucket_real(\(number), \(bind: width), \(bind: Double.limit(of: width)))"
      }
    case .decimal(let width): "strata_bucket_decimal(\(number), \(bind: width))"
    }
  }

  /// A call of a function that the database has, whose result is converted to the type of a column.
  func serverCall(_ function: QueryFunction, _ arguments: SQL) -> SQL {
    let call: SQL = "\(SQL(function.name))(\(arguments))"
    // A server converts no truth to a 64-bit number at once.
    if function.result.meaning == .boolean { return "(\(call))::integer::bigint" }
    return switch function.result.storageClass {
    case .integer: "(\(call))::bigint"
    case .real: "(\(call))::double precision"
    case .text: "(\(call))::text COLLATE \"C\""
    case .blob: call
    }
  }
}
