import Foundation
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataTorture

/// Changes that one save writes, with the rows that have to be there then.
enum Errand: String, CaseIterable {
  case insert, insertMany, change

  /// Makes the changes in a context, without saving them, and in the expected rows.
  ///
  /// - Parameter number: Greater than that of each errand before.
  func prepare(_ context: ModelContext, number: Int, _ rows: inout [Int: String]) throws {
    switch self {
    case .insert: insert([number * 100], context, &rows)
    // More than 32 go by COPY.
    case .insertMany: insert(Array((number * 100)..<(number * 100 + 40)), context, &rows)
    case .change:
      let found = try context.fetch(FetchDescriptor<Delivery>(sortBy: [SortDescriptor(\.number)]))
      for delivery in found.prefix(3) {
        delivery.note = "\(number)"
        rows[delivery.number] = "\(number)"
      }
      if found.count > 3, let last = found.last {
        context.delete(last)
        rows[last.number] = nil
      }
      insert(Array((number * 100)..<(number * 100 + 2)), context, &rows)
    }
  }

  private func insert(_ numbers: [Int], _ context: ModelContext, _ rows: inout [Int: String]) {
    for number in numbers {
      context.insert(Delivery(writer: 0, number: number))
      rows[number] = ""
    }
  }

  /// The rows of a store, as another program sees them: a number and a note each.
  static func rows(of store: URL) throws -> [String] {
    let connection = try Connection.toTables(of: store)
    defer { connection.close() }
    return try connection.rows(
      #"SELECT number || ' ' || coalesce(note, '') FROM "Delivery" ORDER BY number"#
    ) { $0.text(at: 0) }
  }

  /// Expected rows as ``rows(of:)`` gives them.
  static func texts(_ rows: [Int: String]) -> [String] {
    rows.keys.sorted().map { "\($0) \(rows[$0] ?? "")" }
  }
}
