import StrataSQLite
import StrataSchema

/// A statement that a server has prepared.
final class ServerStatement: RemoteStatement {
  private let name: String
  private let sql: String
  private let kind: StatementKind
  private let parameterTypes: [CUnsignedInt]
  private let columnTypes: [CUnsignedInt]
  // The connection keeps its statements, so that they don't keep it.
  private weak let connection: ServerConnection?
  private let library: ClientLibrary
  private let memory: UnsafeMutablePointer<RowCells.Cell>
  private var run: ServerRun?
  /// The runs that were sent ahead, with their values for observers.
  private var ahead: [(run: ServerRun, observed: StatementRun?, values: [ColumnValue])] = []
  /// The current run's values for observers.
  private var observedValues: [ColumnValue] = []
  private var result: ServerResult?
  private var row: CInt = 0
  /// The current run, if it is observed.
  private var observed: StatementRun?
  /// The format in which the server sends the rows.
  private let format: ResultFormat
  /// The values whose form isn't one of ours, by column.
  private var texts: [Int: UnsafeMutableBufferPointer<UInt8>] = [:]
  let columnNames: [String]
  let parameters: ParameterBuffer

  init(
    _ name: String, sql: String, kind: StatementKind,
    description: StatementDescription, on connection: ServerConnection
  ) {
    self.name = name
    self.sql = sql
    self.kind = kind
    self.connection = connection
    library = connection.library
    parameterTypes = description.parameters
    columnTypes = description.columns.map(\.type)
    columnNames = description.columns.map(\.name)
    format = columnTypes.allSatisfy(ServerType.hasBinaryForm) ? .binary : .text
    parameters = ParameterBuffer(count: parameterTypes.count)
    memory = .allocate(capacity: max(1, columnTypes.count))
    memory.initialize(to: .init(.integer))
    for (index, type) in columnTypes.enumerated() {
      (memory + index).initialize(to: .init(Self.storageClass(of: type)))
    }
  }

  deinit {
    memory.deallocate()
    for text in texts.values { text.deallocate() }
    connection?.release(name)
  }

  var cells: RowCells { RowCells(memory, count: columnTypes.count) }
  var isBusy: Bool { run != nil }

  /// The storage class of a column's values.
  private static func storageClass(of type: CUnsignedInt) -> StorageClass {
    switch type {
    case ServerType.boolean, ServerType.int2, ServerType.int4, ServerType.int8, ServerType.oid:
      .integer
    case ServerType.float4, ServerType.float8: .real
    case ServerType.bytes, ServerType.uuid: .blob
    // The others as the server writes them.
    default: .text
    }
  }

  func sendAhead() throws(StorageError) {
    guard let connection else { throw closed }
    let values = try packed()
    let run = ServerRun(sql)
    try connection.send(
      name, sql: sql, values: values, of: parameterTypes, rowsFor: run, format: format)
    let observed = connection.trace.beginRun()
    ahead.append((run, observed, observed == nil ? [] : parameters.values))
  }

  func forgetAhead() {
    for next in ahead { next.run.isAbandoned = true }
    ahead = []
  }

  private var closed: StorageError {
    .disconnected(path: "the server", reason: "the store was closed")
  }

  func step() throws(StorageError) -> Bool {
    guard let connection else { throw closed }
    if run == nil, !ahead.isEmpty {
      let next = ahead.removeFirst()
      (run, observed, observedValues) = next
      if !next.run.isComplete { try connection.synchronize() }
    } else if run == nil {
      let values = try packed()
      observed = connection.trace.beginRun()
      if observed != nil { observedValues = parameters.values }
      observed?.bytesWritten = parameters.content.byteCount
      guard !columnTypes.isEmpty else {
        defer { report(connection) }
        try execute(values, connection)
        return false
      }
      let run = ServerRun(sql)
      do {
        try connection.send(
          name, sql: sql, values: values, of: parameterTypes, rowsFor: run, format: format)
        try connection.synchronize()
      } catch {
        report(connection)
        throw error
      }
      self.run = run
    }
    guard let run else { return false }
    do {
      if let result, Int(row) + 1 < result.rowCount {
        row += 1
      } else {
        let isFirst = result == nil
        result = try connection.nextResult(of: run)
        row = 0
        if isFirst, !connection.namesStatements { try checkColumns(connection) }
      }
      if let result { try fill(result) }
    } catch {
      // The rows that still come are nobody's.
      run.isAbandoned = true
      self.run = nil
      result = nil
      report(connection)
      throw error
    }
    guard result != nil else {
      self.run = nil
      report(connection)
      return false
    }
    if observed != nil {
      observed?.rows += 1
      observed?.bytesRead += columnTypes.indices.reduce(0) { $0 + memory[$1].count }
    }
    return true
  }

  /// Throws if a table has got other columns since the statement was prepared, as a server does for one that has a name.
  private func checkColumns(_ connection: ServerConnection) throws(StorageError) {
    guard let result, result.columns.map(\.type) != columnTypes else { return }
    throw connection.pipeline.outdated()
  }

  private func report(_ connection: ServerConnection) {
    connection.trace.report(observed, of: sql, values: observedValues)
    observed = nil
  }

  private func packed() throws(StorageError) -> PackedParameters {
    do {
      return try PackedParameters(parameters, parameterTypes)
    } catch {
      throw .server(state: "22021", message: "\(error)", sql: sql)
    }
  }

  private func execute(
    _ values: PackedParameters, _ connection: ServerConnection
  ) throws(StorageError) {
    if case .insertion(let columns) = kind, connection.isInTransaction,
      try connection.copy(values, of: parameterTypes, into: columns, statement: name)
    {
      return
    }
    let isGathered =
      connection.isGathering
      && (kind == .checkedInsertion || kind == .rowChange)
    if kind == .checkedChange {
      return try connection.guarded { () throws(StorageError) in
        try connection.send(name, sql: sql, values: values, of: parameterTypes, rowsFor: nil)
        try connection.wait()
      }
    }
    try connection.send(
      name, sql: sql, values: values, of: parameterTypes, rowsFor: nil, isGathered: isGathered)
    guard !isGathered else { return }
    switch kind {
    case .plain, .insertion, .rowChange, .checkedChange:
      if !connection.isInTransaction { try connection.wait() }
    case .checkedInsertion:
      guard try connection.changedRowCount() == 0 else { return }
      try connection.refusal(of: values, sql)
    }
  }

  func reset() {
    if run != nil, let connection { report(connection) }
    run?.isAbandoned = true
    run = nil
    result = nil
    // The memory that the cells lead to is the result's.
    for index in columnTypes.indices { memory[index].address = nil }
  }

  private func fill(_ result: ServerResult) throws(StorageError) {
    for (index, type) in columnTypes.enumerated() {
      let column = CInt(index)
      guard library.isNull(result.handle, row, column) == 0,
        let address = library.value(result.handle, row, column)
      else {
        memory[index].address = nil
        memory[index].count = 0
        continue
      }
      let bytes = UnsafeRawBufferPointer(
        start: address, count: Int(library.length(result.handle, row, column)))
      if format == .text {
        switch ServerValue(bytes, of: type) {
        case .same?:
          memory[index].address = bytes.baseAddress
          memory[index].count = bytes.count
        case .other(let bytes)?: keep(bytes, at: index)
        case nil:
          throw .server(
            state: "22P03",
            message:
              "the column \(columnNames[index]) has a value that can't be read; write ::text",
            sql: sql)
        }
        continue
      }
      switch type {
      case ServerType.numeric: keep(ServerNumber.text(bytes), at: index)
      case ServerType.float4: keep(ServerNumber.double(bytes), at: index)
      default:
        memory[index].address = bytes.baseAddress
        memory[index].count = bytes.count
      }
    }
  }

  private func keep(_ bytes: [UInt8], at index: Int) {
    if (texts[index]?.count ?? 0) < bytes.count {
      texts[index]?.deallocate()
      texts[index] = .allocate(capacity: max(64, bytes.count))
    }
    guard let memory = texts[index] else { return }
    _ = memory.update(fromContentsOf: bytes)
    self.memory[index].address = UnsafeRawPointer(memory.baseAddress)
    self.memory[index].count = bytes.count
  }
}
