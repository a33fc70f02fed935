import Foundation

/// A connection to a PostgreSQL server by libpq, with the least that Swift needs around it.
final class RawServer {
  typealias Text = UnsafePointer<CChar>

  private struct Library: Sendable {
    let connect: @convention(c) (Text) -> OpaquePointer?
    let status: @convention(c) (OpaquePointer?) -> CInt
    let errorMessage: @convention(c) (OpaquePointer?) -> Text?
    let finish: @convention(c) (OpaquePointer?) -> Void
    let execute: @convention(c) (OpaquePointer?, Text) -> OpaquePointer?
    let prepare:
      @convention(c) (OpaquePointer?, Text, Text, CInt, UnsafePointer<UInt32>?) -> OpaquePointer?
    let executePrepared:
      @convention(c) (
        OpaquePointer?, Text, CInt, UnsafePointer<Text?>?, UnsafePointer<CInt>?,
        UnsafePointer<CInt>?, CInt
      ) -> OpaquePointer?
    let sendPrepared:
      @convention(c) (
        OpaquePointer?, Text, CInt, UnsafePointer<Text?>?, UnsafePointer<CInt>?,
        UnsafePointer<CInt>?, CInt
      ) -> CInt
    let enterPipeline: @convention(c) (OpaquePointer?) -> CInt
    let sync: @convention(c) (OpaquePointer?) -> CInt
    let getResult: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let resultStatus: @convention(c) (OpaquePointer?) -> CInt
    let clear: @convention(c) (OpaquePointer?) -> Void
    let rowCount: @convention(c) (OpaquePointer?) -> CInt
    let value: @convention(c) (OpaquePointer?, CInt, CInt) -> Text?
    let putCopyData: @convention(c) (OpaquePointer?, Text?, CInt) -> CInt
    let putCopyEnd: @convention(c) (OpaquePointer?, Text?) -> CInt

    init() throws {
      guard let handle = dlopen("libpq.so.5", RTLD_NOW) else {
        throw ServerError(message: "libpq.so.5 isn't installed")
      }
      func symbol<Function>(_ name: String) throws -> Function {
        guard let address = dlsym(handle, name) else {
          throw ServerError(message: "libpq has no \(name)")
        }
        // The types are those of libpq-fe.h.
        return unsafeBitCast(address, to: Function.self)
      }
      connect = try symbol("PQconnectdb")
      status = try symbol("PQstatus")
      errorMessage = try symbol("PQerrorMessage")
      finish = try symbol("PQfinish")
      execute = try symbol("PQexec")
      prepare = try symbol("PQprepare")
      executePrepared = try symbol("PQexecPrepared")
      sendPrepared = try symbol("PQsendQueryPrepared")
      enterPipeline = try symbol("PQenterPipelineMode")
      sync = try symbol("PQpipelineSync")
      getResult = try symbol("PQgetResult")
      resultStatus = try symbol("PQresultStatus")
      clear = try symbol("PQclear")
      rowCount = try symbol("PQntuples")
      value = try symbol("PQgetvalue")
      putCopyData = try symbol("PQputCopyData")
      putCopyEnd = try symbol("PQputCopyEnd")
    }
  }

  private static let loaded = Result { try Library() }

  private let library: Library
  private let handle: OpaquePointer?

  /// - Parameter schema: The schema of the tables.
  init(_ url: URL, schema: String) throws {
    library = try Self.loaded.get()
    handle = library.connect(url.absoluteString)
    guard library.status(handle) == 0 else { throw error }
    try execute("SET client_min_messages = error; SET search_path = \(schema)")
  }

  deinit { library.finish(handle) }

  private var error: ServerError {
    ServerError(message: library.errorMessage(handle).map { String(cString: $0) } ?? "")
  }

  // PGRES_FATAL_ERROR.
  private func check(_ result: OpaquePointer?) throws {
    if library.resultStatus(result) == 7 { throw error }
  }

  func execute(_ sql: String) throws {
    let result = library.execute(handle, sql)
    defer { library.clear(result) }
    try check(result)
  }

  func prepare(_ name: String, _ sql: String) throws {
    let result = library.prepare(handle, name, sql, 0, nil)
    defer { library.clear(result) }
    try check(result)
  }

  /// Runs a prepared statement of integers, and calls a body with a reader of each row's integers.
  func rows(
    _ name: String, _ values: [Int] = [], _ body: ((Int) -> Int) throws -> Void
  ) throws {
    let result = withValues(values) { pointers, lengths, formats in
      library.executePrepared(handle, name, CInt(values.count), pointers, lengths, formats, 1)
    }
    defer { library.clear(result) }
    try check(result)
    for row in 0..<library.rowCount(result) {
      try body { column in
        guard let value = library.value(result, row, CInt(column)) else { return 0 }
        return Int(Int64(bigEndian: UnsafeRawPointer(value).loadUnaligned(as: Int64.self)))
      }
    }
  }

  func enterPipeline() throws {
    guard library.enterPipeline(handle) == 1 else { throw error }
  }

  /// Sends prepared statements in one pipeline, and waits for all.
  func pipeline(_ statements: [(name: String, values: [Int])]) throws {
    for (name, values) in statements {
      let code = withValues(values) { pointers, lengths, formats in
        library.sendPrepared(handle, name, CInt(values.count), pointers, lengths, formats, 1)
      }
      guard code == 1 else { throw error }
    }
    guard library.sync(handle) == 1 else { throw error }
    // Each statement's results end with nil, and PGRES_PIPELINE_SYNC ends the pipeline.
    while true {
      guard let result = library.getResult(handle) else { continue }
      defer { library.clear(result) }
      try check(result)
      if library.resultStatus(result) == 10 { return }
    }
  }

  /// Copies rows of integers into a table.
  func copy(_ sql: String, count: Int, columns: Int, value: (Int, Int) -> Int) throws {
    try execute(sql)
    var bytes: [UInt8] =
      Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] + Array(repeating: 0, count: 8)
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    func flush() {
      bytes.withUnsafeBytes {
        _ = library.putCopyData(
          handle, $0.assumingMemoryBound(to: CChar.self).baseAddress, CInt($0.count))
      }
      bytes.removeAll(keepingCapacity: true)
    }
    for row in 0..<count {
      append(Int16(columns))
      for column in 0..<columns {
        append(Int32(8))
        append(Int64(value(row, column)))
      }
      if bytes.count > 1 << 16 { flush() }
    }
    append(Int16(-1))
    flush()
    guard library.putCopyEnd(handle, nil) == 1 else { throw error }
    while let result = library.getResult(handle) {
      defer { library.clear(result) }
      try check(result)
    }
  }

  private func withValues<Result>(
    _ values: [Int],
    _ body: (UnsafePointer<Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?) -> Result
  ) -> Result {
    let numbers = values.map { Int64($0).bigEndian }
    return numbers.withUnsafeBytes { memory in
      let base = memory.assumingMemoryBound(to: CChar.self).baseAddress
      let pointers = values.indices.map { index in base.map { $0 + index * 8 } }
      return body(
        pointers, Array(repeating: 8, count: values.count),
        Array(repeating: 1, count: values.count))
    }
  }
}

/// What the server or its library has said.
struct ServerError: Error, CustomStringConvertible {
  let message: String
  var description: String { message }
}
