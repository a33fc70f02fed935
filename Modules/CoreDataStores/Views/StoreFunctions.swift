internal import Foundation
import StrataArchives
import StrataSQLite
import StrataSchema

/// What SQL can't say of a stored value.
enum StoreFunctions {
  /// A decimal number's digits: Core Data keeps it as a floating-point number.
  static let decimal = "strata_core_data_decimal"
  /// The bytes of data that may be in a file of its own.
  static let data = "strata_core_data_external"

  /// The JSON of what a keyed archive holds.
  static let archived = "strata_core_data_archived"
  /// Data as JSON: the JSON that it is, or the text that Swift's coding makes of bytes.
  static let jsonData = "strata_core_data_json"

  /// - Parameter folder: Where data is that is in files of its own.
  static func register(on connection: Connection, externalDataIn folder: URL) {
    registerJSON(on: connection)
    connection.register(decimal, argumentCount: 1) { call in
      switch call.value(0) {
      case .integer(let number): call.give(.text("\(number)"))
      case .real(let number):
        guard number.isFinite, let decimal = Decimal(string: "\(number)") else {
          return call.fail("\(number) is no decimal number")
        }
        call.give(.text("\(decimal)"))
      case let other: call.give(other)
      }
    }
    connection.register(data, argumentCount: 1, isDeterministic: false) { call in
      guard case .blob(let stored) = call.value(0) else { return call.give(call.value(0)) }
      switch stored.first {
      case 1: call.give(.blob(stored.dropFirst()))
      case 2:
        do {
          call.give(.blob(try external(stored.dropFirst(), in: folder)))
        } catch {
          call.fail("\(error)")
        }
      default: call.fail("data that may be in a file begins with 1 or 2, not \(stored.first ?? 0)")
      }
    }
  }

  private static func registerJSON(on connection: Connection) {
    connection.register(archived, argumentCount: 1) { call in
      guard case .blob(let data) = call.value(0) else { return call.give(call.value(0)) }
      do {
        call.give(.text(try ArchivedValue(transformedValue: data).codedJSON()))
      } catch {
        call.fail("\(error)")
      }
    }
    connection.register(jsonData, argumentCount: 1) { call in
      guard case .blob(let data) = call.value(0) else { return call.give(call.value(0)) }
      // What is no JSON is bytes.
      let isJSON =
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
      call.give(
        .text(isJSON ? String(decoding: data, as: UTF8.self) : "\"\(data.base64EncodedString())\""))
    }
  }

  /// The content of the file that a value names.
  private static func external(_ name: Data, in folder: URL) throws -> Data {
    let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    // The name is from the file: anything but a UUID could lead out of the folder.
    guard UUID(uuidString: text) != nil else {
      throw ExternalDataError(name: text, reason: "is no UUID")
    }
    let file = folder.appendingPathComponent(text)
    do {
      return try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      throw ExternalDataError(
        name: file.path, reason: "isn't there; copy the folder with the store")
    }
  }

  private struct ExternalDataError: Error, CustomStringConvertible {
    let name: String
    let reason: String
    var description: String { "the file of external data \(name) \(reason)" }
  }
}
