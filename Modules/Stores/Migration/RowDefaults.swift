import StrataSQLite
import StrataSchema
import StrataTables

/// The initial values that rows get which are there when a property comes, each evaluated for its row.
///
/// SQL reaches them by a function, once for each column: the columns of a row's value are those of one
/// evaluation.
final class RowDefaults {
  /// The name of the function: of a default's number, the column in the value, and the row's key.
  static let function = "strata_default"

  /// The value of a column of a default in the row `t`.
  static func call(_ number: Int, column: Int) -> SQL {
    "\(SQL(function))(\(number), \(column), t.\(.key))"
  }

  private var defaults: [Evaluated] = []
  /// Why a value couldn't be had.
  private(set) var failure: (property: String, key: Int64, error: any Error)?

  private struct Evaluated {
    let entity: String
    let property: String
    let make: () throws -> [ColumnValue]
    var last: (key: Int64, columns: [ColumnValue])?
  }

  var isEmpty: Bool { defaults.isEmpty }

  /// The number of a property's default.
  func number(
    of property: String, in entity: String, _ make: @escaping () throws -> [ColumnValue]
  ) -> Int {
    if let known = defaults.firstIndex(where: { $0.entity == entity && $0.property == property }) {
      return known
    }
    defaults.append(Evaluated(entity: entity, property: property, make: make))
    return defaults.count - 1
  }

  /// The value of a column in a row.
  func value(ofDefault number: Int64, column: Int64, key: Int64) throws -> ColumnValue {
    guard let number = Int(exactly: number), defaults.indices.contains(number) else { return .null }
    if defaults[number].last?.key != key {
      do {
        defaults[number].last = (key, try defaults[number].make())
      } catch {
        failure = ("\(defaults[number].entity).\(defaults[number].property)", key, error)
        throw error
      }
    }
    let columns = defaults[number].last?.columns ?? []
    guard let column = Int(exactly: column), columns.indices.contains(column) else { return .null }
    return columns[column]
  }

  /// Runs a body in whose SQL the function is known.
  func evaluating(on connection: Connection, _ body: () throws -> Void) throws {
    guard !isEmpty else { return try body() }
    connection.register(Self.function, argumentCount: 3, isDeterministic: false) { call in
      guard let number = call.integer(0), let column = call.integer(1), let key = call.integer(2)
      else { return call.give(nil as Int?) }
      do {
        call.give(try self.value(ofDefault: number, column: column, key: key))
      } catch {
        call.fail("\(error)")
      }
    }
    defer { connection.unregister(Self.function, argumentCount: 3) }
    do {
      try body()
    } catch {
      guard let failure else { throw error }
      throw StorageError.incompatibleSchema(
        path: connection.path,
        reason:
          "\(failure.property) is new, and its default can't be kept in object \(failure.key): "
          + "\(failure.error)")
    }
  }
}
