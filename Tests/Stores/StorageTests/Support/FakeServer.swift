import Foundation
import StrataSchema

@testable import StrataSQLite

/// A server in memory, behind the seam that a server's connection has: rows come as cells, values go as packed
/// parameters, and statements without columns aren't waited for. It is a connection, which a store writes through, and no
/// `StoreEngine`.
final class FakeServer: RemoteConnection {
  /// What does the server's work.
  let database: Connection
  private(set) var roundTripCount = 0
  let isLost = false
  let isSQLite = true
  func isIdle() -> Bool { true }
  var observation: StoreObservation?
  var serverSettings: [String: String] = [:]
  private var kind = TransactionKind.snapshot
  /// The kinds of insertions that were prepared.
  fileprivate(set) var insertions: [StatementKind] = []
  /// The storage classes of the parameters of all runs, without those of NULL.
  fileprivate(set) var boundTypes: [StorageClass] = []

  init() throws { database = try Connection(path: ":memory:") }

  var isInTransaction: Bool { database.isInTransaction }

  func begin(_ kind: TransactionKind) throws(StorageError) {
    self.kind = kind
    try database.execute(kind == .snapshot ? "BEGIN" : "BEGIN IMMEDIATE")
  }

  func announceCommit() {}

  func commit() throws(StorageError) {
    // The end of a snapshot can lose nothing.
    if kind != .snapshot { roundTripCount += 1 }
    try database.execute("COMMIT")
  }

  func rollback() throws(StorageError) { try database.execute("ROLLBACK") }

  func prepare(_ sql: SQL, _ kind: StatementKind) throws(StorageError) -> any RemoteStatement {
    if kind != .plain { insertions.append(kind) }
    return FakeStatement(try Statement(sql, connection: database), sql, self)
  }

  func execute(_ sql: String) throws(StorageError) {
    roundTripCount += 1
    try database.execute(sql)
  }

  func changedRowCount() throws(StorageError) -> Int {
    roundTripCount += 1
    return try database.changedRowCount
  }

  // It waits for each.
  func beginGathering() {}
  func endGathering() -> Int? { nil }
  func dataVersion() throws(StorageError) -> Int64 { try database.dataVersion() }
  func expect(dataVersion: Int64) { expected = dataVersion }
  func isOutdated() throws(StorageError) -> Bool { try expected != dataVersion() }
  let hasInterruptedQuery = false
  private var expected: Int64 = 0

  func close() { database.close() }

  fileprivate func wait() { roundTripCount += 1 }
}

private final class FakeStatement: RemoteStatement {
  private let statement: Statement
  private unowned let engine: FakeServer
  private let memory: UnsafeMutablePointer<RowCells.Cell>
  private var hasBegun = false
  let columnNames: [String]
  let parameters: ParameterBuffer

  init(_ statement: Statement, _ sql: SQL, _ engine: FakeServer) {
    self.statement = statement
    self.engine = engine
    columnNames = (0..<statement.columnCount).map { statement.columnName(at: $0) }
    parameters = ParameterBuffer(count: sql.parameters.count)
    memory = .allocate(capacity: max(1, columnNames.count))
    memory.initialize(repeating: .init(.integer), count: max(1, columnNames.count))
  }

  deinit {
    free()
    memory.deallocate()
  }

  var cells: RowCells { RowCells(memory, count: columnNames.count) }
  var isBusy: Bool { statement.isBusy }

  // Nobody looks ahead in a database that isn't a server's.
  func sendAhead() {}
  func forgetAhead() {}

  func step() throws(StorageError) -> Bool {
    if !hasBegun { try begin() }
    hasBegun = try statement.step()
    free()
    if hasBegun {
      for index in columnNames.indices { fill(index, statement.value(at: index)) }
    }
    return hasBegun
  }

  private func begin() throws(StorageError) {
    if !columnNames.isEmpty { engine.wait() }
    engine.boundTypes += parameters.content.slots.compactMap(\.type)
    for (index, value) in parameters.values.enumerated() {
      statement.bind(value, at: Int32(index + 1))
    }
  }

  func reset() {
    statement.reset()
    hasBegun = false
  }

  // Each value has memory of its own, which the next row gives free, so that one that is read too late is found.
  private func fill(_ index: Int, _ value: ColumnValue) {
    var packed: [UInt8] = []
    memory[index] = .init(value.storageClass ?? .integer)
    switch value {
    case .null: return
    case .integer(let number): withUnsafeBytes(of: number.bigEndian) { packed = Array($0) }
    case .real(let number): withUnsafeBytes(of: number.bitPattern.bigEndian) { packed = Array($0) }
    case .text(let text): packed = Array(text.utf8)
    case .blob(let data): packed = Array(data)
    }
    let address = UnsafeMutableRawPointer.allocate(byteCount: max(1, packed.count), alignment: 1)
    address.copyMemory(from: packed, byteCount: packed.count)
    memory[index].address = UnsafeRawPointer(address)
    memory[index].count = packed.count
  }

  private func free() {
    for index in columnNames.indices {
      memory[index].address?.deallocate()
      memory[index].address = nil
    }
  }
}
