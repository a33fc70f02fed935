@_spi(Query) import StrataContexts
import Foundation
import Strata
import StrataQuery
import StrataShell
import StrataTrackerModel

extension Tracker {
  /// Returns the data point with an identifier or a unique beginning of one. `last` is the latest
  /// one logged.
  ///
  /// - Throws: A usage error with the data points that match.
  func data(_ uid: ArgumentValue) throws -> ItemData {
    if uid.text.lowercased() == "last" {
      let newest = Query(
        entity: "ItemData", sort: [.init(.key(QueryPath()), isAscending: false)], limit: 1)
      guard let found = try context.fetch(newest).first as? ItemData else {
        throw uid.error("there is no data point yet", hint: "log makes one")
      }
      return found
    }
    if uid.text.hasPrefix("ItemData/") { return try data(key: uid) }
    guard let prefix = UIDPrefix(uid.text) else {
      throw uid.error(
        "“\(uid.text)” names no data point",
        hint: "write at least 4 digits of its uid, as data list shows it, or last")
    }
    let candidates = try context.fetch(prefix.query(entity: "ItemData", limit: 6))
      .compactMap { $0 as? ItemData }
    guard let found = candidates.first else {
      throw uid.error("there is no data point \(uid.text)", hint: "data list shows them")
    }
    guard candidates.count > 1 else { return found }
    let lines = candidates.prefix(5).map { data in
      "\(data.uid.uuidString.lowercased().prefix(13)): \(PointWords(data, environment).text)"
    }
    throw uid.error(
      "“\(uid.text)” is the beginning of several data points",
      hint: (lines + (candidates.count > 5 ? ["…"] : [])).joined(separator: "\n"))
  }

  private func data(key value: ArgumentValue) throws -> ItemData {
    guard let key = Int64(value.text.dropFirst("ItemData/".count)),
      let found = try context.model(entity: "ItemData", key: key) as? ItemData
    else {
      throw value.error("there is no \(value.text)", hint: "data list shows the data points")
    }
    return found
  }
}

/// The beginning of an identifier as people type it: at least 4 hexadecimal digits.
struct UIDPrefix {
  private let digits: [UInt8]

  /// Parses a beginning, with or without the dashes of UUIDs. Returns nil if it isn't one.
  init?(_ text: String) {
    var digits: [UInt8] = []
    for character in text where character != "-" {
      guard character.isASCII, let digit = character.hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    guard (4...32).contains(digits.count) else { return nil }
    self.digits = digits
  }

  /// Returns a query for the objects whose identifier has this beginning.
  func query(entity: String, limit: Int) -> Query {
    let uid = QueryExpression.column(
      QueryPath(),
      .init(property: "uid", description: ColumnDescription("", .blob, meaning: .uuid)))
    return Query(
      entity: entity,
      predicate: .and([
        .comparison(.greaterOrEqual, uid, .literal(.blob(bytes(filling: 0)))),
        .comparison(.lessOrEqual, uid, .literal(.blob(bytes(filling: 15)))),
      ]), sort: [.init(uid)], limit: limit)
  }

  private func bytes(filling digit: UInt8) -> Data {
    let all = digits + Array(repeating: digit, count: 32 - digits.count)
    return Data(stride(from: 0, to: 32, by: 2).map { all[$0] << 4 | all[$0 + 1] })
  }
}

extension UUID {
  /// The first digits, by which people name an object.
  var short: String { uuidString.prefix(8).lowercased() }
}

extension PersistentModel {
  /// The key of an inserted object, by which links refer to it.
  var key: Int64 { persistentModelID.rowKey }
}
