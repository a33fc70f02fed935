internal import Foundation
import StrataArchives
import StrataSQLite
import StrataSchema

/// SQL functions for stored values that plain SQL can't convert.
enum StoreFunctions {
  /// Returns the digits of a decimal number, which Core Data stores as a floating-point number.
  static let decimal = "strata_core_data_decimal"
  /// Returns the bytes of data that may be in an external file.
  static let data = "strata_core_data_external"

  /// Returns the content of a keyed archive as JSON.
  static let archived = "strata_core_data_archived"
  /// Returns data as JSON: the JSON that it contains, or its base64 text.
  static let jsonData = "strata_core_data_json"

  /// Returns the position of a link in an order that both ends share, given the table and row id.
  static let linkPosition = "strata_core_data_link_position"

  /// Returns a text, and fails if it isn't UTF-8.
  static let text = "strata_core_data_text"
  /// Fails with a message about a value of the wrong type.
  static let misfit = "strata_core_data_misfit"

  /// Registers the functions on a connection.
  ///
  /// - Parameters:
  ///   - folder: The folder of external files.
  ///   - describesUnreadableData: True to return the text of an ``UnreadableExternalData`` for a
  ///     file that can't be read. With false the statement fails.
  static func register(
    on connection: Connection, externalDataIn folder: URL, describesUnreadableData: Bool = false
  ) {
    registerJSON(on: connection)
    registerChecks(on: connection)
    connection.register(decimal, argumentCount: 1) { call in
      switch call.value(0) {
      case .null: call.give(.null)
      case .integer(let number): call.give(.text("\(number)"))
      case .real(let number):
        guard number.isFinite, let decimal = Decimal(string: "\(number)") else {
          return call.fail("\(number) is no decimal number")
        }
        call.give(.text("\(decimal)"))
      case let other: call.fail("it is \(words(other)), not Decimal")
      }
    }
    let limit = connection.largestValue
    connection.register(data, argumentCount: 1, isDeterministic: false) { call in
      let value = call.value(0)
      if value == .null { return call.give(.null) }
      guard case .blob(let stored) = value else {
        return call.fail("it is \(words(value)), not data")
      }
      switch stored.first {
      case 1: call.give(.blob(stored.dropFirst()))
      case 2:
        do {
          call.give(.blob(try ExternalData(stored.dropFirst(), in: folder).read(upTo: limit)))
        } catch {
          if describesUnreadableData { call.give(.text("\(error)")) } else { call.fail("\(error)") }
        }
      default: call.fail("data that may be in a file begins with 1 or 2, not \(stored.first ?? 0)")
      }
    }
  }

  /// Registers the function for positions of links.
  ///
  /// - Parameter positions: The positions by row id, for each table.
  static func registerLinkPositions(
    on connection: Connection, _ positions: [String: [Int64: Int64]]
  ) {
    guard !positions.isEmpty else { return }
    connection.register(linkPosition, argumentCount: 2) { call in
      guard case .text(let table) = call.value(0), case .integer(let row) = call.value(1),
        let position = positions[table]?[row]
      else { return call.give(.null) }
      call.give(.integer(position))
    }
  }

  /// Registers the functions that the triggers of derived attributes call.
  ///
  /// - Parameter derived: Records each recomputed value.
  static func registerTriggers(on connection: Connection, telling derived: DerivedValues) {
    for name in ["Updated", "InsertUpdated"] {
      connection.register(
        "NSCoreDataDATrigger\(name)AffectedObjectValue", argumentCount: 5, isDeterministic: false,
        isInnocuous: true
      ) { call in
        // The table, the entity's number, the key, the attribute's name, the value.
        if case .text(let table) = call.value(0), case .integer(let key) = call.value(2) {
          derived.note(table, key)
        }
        call.give(.null)
      }
    }
    connection.register(
      "NSCoreDataNow", argumentCount: 0, isDeterministic: false, isInnocuous: true
    ) { $0.give(.real(Date().timeIntervalSinceReferenceDate)) }
  }

  private static func registerChecks(on connection: Connection) {
    connection.register(text, argumentCount: 1) { call in
      if call.isValidText(0) { return call.giveBack(0) }
      switch call.value(0) {
      case .null: call.give(.null)
      case .text: call.fail("it is text that isn't UTF-8")
      case let other: call.fail("it is \(words(other)), not String")
      }
    }
    connection.register(misfit, argumentCount: 2) { call in
      guard case .text(let type) = call.value(1) else { return call.fail("it is of another type") }
      call.fail("it is \(words(call.value(0))), not \(type)")
    }
  }

  /// Describes a value in a message.
  static func words(_ value: ColumnValue) -> String {
    switch value {
    case .null: "nothing"
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .text(let text): "the text “\(text.prefix(40))\(text.count > 40 ? "…" : "")”"
    case .blob(let data): "data of \(data.count) \(data.count == 1 ? "byte" : "bytes")"
    }
  }

  private static func registerJSON(on connection: Connection) {
    connection.register(archived, argumentCount: 1) { call in
      // The column's check has already rejected other types.
      guard case .blob(let data) = call.value(0) else { return call.give(.null) }
      do {
        call.give(.text(try ArchivedValue(transformedValue: data).codedJSON()))
      } catch {
        call.fail("\(error)")
      }
    }
    connection.register(jsonData, argumentCount: 1) { call in
      guard case .blob(let data) = call.value(0) else { return call.give(.null) }
      // Data that isn't JSON is encoded as base64.
      let isJSON =
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
      call.give(
        .text(isJSON ? String(decoding: data, as: UTF8.self) : "\"\(data.base64EncodedString())\""))
    }
  }
}
