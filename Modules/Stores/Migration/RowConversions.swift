import StrataSQLite
import StrataSchema
import StrataTables

/// Values that are taken over from JSON into columns or back while a table is filled, each row's once.
///
/// SQL reaches them by a function: of a conversion's number, the column that is wanted, the row's key,
/// and the old columns.
final class RowConversions {
  /// The name of the function.
  static let function = "strata_convert"

  private var conversions: [Conversion] = []
  /// Why a value couldn't be taken over.
  private(set) var failure: (place: String, key: Int64, error: any Error)?

  private struct Conversion {
    let place: String
    let convert: ([ColumnValue]) throws -> [ColumnValue]
    var last: (key: Int64, columns: [ColumnValue])?
  }

  var isEmpty: Bool { conversions.isEmpty }

  /// The number of a property's conversion.
  func number(
    of place: String, _ convert: @escaping ([ColumnValue]) throws -> [ColumnValue]
  ) -> Int {
    if let known = conversions.firstIndex(where: { $0.place == place }) { return known }
    conversions.append(Conversion(place: place, convert: convert))
    return conversions.count - 1
  }

  private func value(
    _ number: Int, _ column: Int, key: Int64, of old: () -> [ColumnValue]
  ) throws -> ColumnValue {
    if conversions[number].last?.key != key {
      do {
        conversions[number].last = (key, try conversions[number].convert(old()))
      } catch {
        failure = (conversions[number].place, key, error)
        throw error
      }
    }
    let columns = conversions[number].last?.columns ?? []
    return columns.indices.contains(column) ? columns[column] : .null
  }

  /// Runs a body in whose SQL the function is known.
  func converting(on connection: Connection, _ body: () throws -> Void) throws {
    guard !isEmpty else { return try body() }
    connection.register(Self.function, argumentCount: -1, isDeterministic: false) { call in
      guard let number = call.integer(0).flatMap({ Int(exactly: $0) }),
        let column = call.integer(1).flatMap({ Int(exactly: $0) }), let key = call.integer(2),
        self.conversions.indices.contains(number)
      else { return call.give(nil as Int?) }
      do {
        let value = try self.value(number, column, key: key) {
          (3..<call.count).map { call.value($0) }
        }
        call.give(value)
      } catch {
        call.fail("\(error)")
      }
    }
    defer { connection.unregister(Self.function, argumentCount: -1) }
    do {
      try body()
    } catch {
      guard let failure else { throw error }
      throw StorageError.incompatibleSchema(
        path: connection.path,
        reason:
          "\(failure.place) is kept otherwise now, and the value of object \(failure.key) can't "
          + "be taken over: \(failure.error); mend it in the store, or take it over in a custom stage"
      )
    }
  }
}
