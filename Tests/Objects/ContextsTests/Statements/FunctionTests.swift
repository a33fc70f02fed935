import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// The SQL functions and collations of a program.
@Suite struct Functions {
  private let store: Storehouse

  init() throws { store = try Storehouse() }

  private func context(_ functions: [SQLFunction], _ collations: [SQLCollation] = []) throws
    -> ModelContext
  {
    var configuration = ModelConfiguration(url: store.url)
    configuration.functions = functions
    configuration.collations = collations
    return ModelContext(
      try ModelContainer(for: Storehouse.models, configuration: configuration))
  }

  private struct Refusal: Error {}

  @Test(.enabled(if: !TestServer.isWanted, "a server has functions of its own"))
  func areInAllConnections() throws {
    let context = try context([
      SQLFunction("twice", argumentCount: 1) { arguments in
        guard case .integer(let number) = arguments[0] else { return .null }
        return .integer(number * 2)
      },
      SQLFunction("total", argumentCount: nil) { .integer(Int64($0.count)) },
    ])
    context.insert(Parcel(serial: 4))
    try context.save()
    #expect(
      try context.rows("SELECT twice(serial) AS a, total(1, 2, 3) AS b FROM \(Parcel.self)")
        .map(\.values) == [[.integer(8), .integer(3)]])
    try context.withConnection { try $0.execute("UPDATE \(Parcel.self) SET value = twice(serial)") }
    #expect(try context.fetch(FetchDescriptor<Parcel>()).map(\.value) == [8])
  }

  @Test(.enabled(if: !TestServer.isWanted, "a server has functions of its own"))
  func endTheStatementByAnError() throws {
    let context = try context([
      SQLFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
    ])
    let error = #expect(throws: StorageError.self) { try context.rows("SELECT refuse()") }
    #expect("\(try #require(error))".contains("refuse"))
    #expect(try context.rows("SELECT 1 AS one").count == 1)
  }

  @Test(arguments: ["", "a b", "strata_mine", "STRATA_x", "1a", "a;b", "é"])
  func refuseNames(_ name: String) throws {
    #expect(throws: StorageError.self) {
      try context([SQLFunction(name, argumentCount: 1) { _ in .null }])
    }
    #expect(throws: StorageError.self) {
      try context([], [SQLCollation(name) { $0.compare($1) }])
    }
  }

  @Test func refuseCountsOfArguments() throws {
    for count in [-1, 101, .max] {
      #expect(throws: StorageError.self) {
        try context([SQLFunction("f", argumentCount: count) { _ in .null }])
      }
    }
  }
}
