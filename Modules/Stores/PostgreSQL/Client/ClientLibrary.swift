internal import StrataPlatform
package import StrataSQLite

// libpq is loaded when a program first opens a store on a server. So a program that opens files alone needs none, and no
// header is needed to build one. The functions and constants are those of libpq-fe.h of version 14, the first one whose
// pipelines a save needs: postgresql.org/docs/14/libpq.html.

/// PostgreSQL's client library, libpq. A reference, since each result has one.
package final class ClientLibrary: Sendable {
  typealias Handle = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  // A connection.
  let connect: @convention(c) (UnsafePointer<Text?>, UnsafePointer<Text?>, CInt) -> Handle?
  let status: @convention(c) (Handle?) -> CInt
  let transactionStatus: @convention(c) (Handle?) -> CInt
  let errorMessage: @convention(c) (Handle?) -> Text?
  let finish: @convention(c) (Handle?) -> Void
  let socket: @convention(c) (Handle?) -> CInt
  let serverVersion: @convention(c) (Handle?) -> CInt
  let parameterStatus: @convention(c) (Handle?, Text) -> Text?
  let processNumber: @convention(c) (Handle?) -> CInt
  let user: @convention(c) (Handle?) -> Text?
  let setNotices:
    @convention(c) (
      Handle?, (@convention(c) (UnsafeMutableRawPointer?, Text?) -> Void)?, UnsafeMutableRawPointer?
    ) -> UnsafeRawPointer?
  let setNonblocking: @convention(c) (Handle?, CInt) -> CInt
  let enterPipeline: @convention(c) (Handle?) -> CInt
  let exitPipeline: @convention(c) (Handle?) -> CInt

  // Sending.
  let sync: @convention(c) (Handle?) -> CInt
  let requestFlush: @convention(c) (Handle?) -> CInt
  let sendPrepare: @convention(c) (Handle?, Text, Text, CInt, UnsafePointer<CUnsignedInt>?) -> CInt
  let sendDescribe: @convention(c) (Handle?, Text) -> CInt
  let sendPrepared:
    @convention(c) (
      Handle?, Text, CInt, UnsafePointer<Text?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt
    ) -> CInt
  let sendQuery:
    @convention(c) (
      Handle?, Text, CInt, UnsafePointer<CUnsignedInt>?, UnsafePointer<Text?>?,
      UnsafePointer<CInt>?,
      UnsafePointer<CInt>?, CInt
    ) -> CInt
  let flush: @convention(c) (Handle?) -> CInt
  let execute: @convention(c) (Handle?, Text) -> Handle?
  let putCopyData: @convention(c) (Handle?, Text?, CInt) -> CInt
  let putCopyEnd: @convention(c) (Handle?, Text?) -> CInt

  // Receiving.
  let consumeInput: @convention(c) (Handle?) -> CInt
  let isBusy: @convention(c) (Handle?) -> CInt
  let getResult: @convention(c) (Handle?) -> Handle?
  let setSingleRow: @convention(c) (Handle?) -> CInt

  let notification: @convention(c) (Handle?) -> UnsafeMutableRawPointer?
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

  // A result.
  let resultStatus: @convention(c) (Handle?) -> CInt
  let resultField: @convention(c) (Handle?, CInt) -> Text?
  let clear: @convention(c) (Handle?) -> Void
  let rowCount: @convention(c) (Handle?) -> CInt
  let columnCount: @convention(c) (Handle?) -> CInt
  let columnName: @convention(c) (Handle?, CInt) -> Text?
  let columnType: @convention(c) (Handle?, CInt) -> CUnsignedInt
  let value: @convention(c) (Handle?, CInt, CInt) -> Text?
  let length: @convention(c) (Handle?, CInt, CInt) -> CInt
  let isNull: @convention(c) (Handle?, CInt, CInt) -> CInt
  let changedRows: @convention(c) (Handle?) -> Text?
  let command: @convention(c) (Handle?) -> Text?
  let parameterCount: @convention(c) (Handle?) -> CInt
  let parameterType: @convention(c) (Handle?, CInt) -> CUnsignedInt

  // Stopping what runs.
  let getCancel: @convention(c) (Handle?) -> Handle?
  let cancel: @convention(c) (Handle?, UnsafeMutablePointer<CChar>?, CInt) -> CInt
  let freeCancel: @convention(c) (Handle?) -> Void

  /// The library, or why there is none. It is looked for once.
  private static let loaded: Result<ClientLibrary, Missing> = Result { () throws(Missing) in
    try ClientLibrary()
  }

  /// Returns the library.
  ///
  /// - Parameter path: The name of the server in the error.
  /// - Throws: ``StorageError/cannotOpen(path:reason:)`` if the library isn't installed.
  package static func load(for path: String) throws(StorageError) -> ClientLibrary {
    do {
      return try loaded.get()
    } catch {
      throw .cannotOpen(path: path, reason: error.reason)
    }
  }

  private struct Missing: Error {
    let reason: String
  }

  private init() throws(Missing) {
    let named = getenv("STRATA_LIBPQ").map { String(cString: $0) }
    let names = named.map { [$0] } ?? Self.names
    guard
      let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first
    else {
      throw Missing(
        reason: named.map {
          "STRATA_LIBPQ names \($0), which can't be loaded as PostgreSQL's client library"
        }
          ?? "PostgreSQL's client library isn't installed (libpq.so.5); install it, as with "
          + "apt-get install libpq5, or name its file in STRATA_LIBPQ")
    }
    func symbol<Function>(_ name: String) throws(Missing) -> Function {
      guard let address = dlsym(handle, name) else {
        throw Missing(
          reason:
            "PostgreSQL's client library has no function \(name); it has to be of version 14 or later"
        )
      }
      // The type is that of the function's declaration in libpq-fe.h.
      return unsafeBitCast(address, to: Function.self)
    }
    connect = try symbol("PQconnectdbParams")
    status = try symbol("PQstatus")
    transactionStatus = try symbol("PQtransactionStatus")
    errorMessage = try symbol("PQerrorMessage")
    finish = try symbol("PQfinish")
    socket = try symbol("PQsocket")
    serverVersion = try symbol("PQserverVersion")
    parameterStatus = try symbol("PQparameterStatus")
    processNumber = try symbol("PQbackendPID")
    user = try symbol("PQuser")
    setNotices = try symbol("PQsetNoticeProcessor")
    setNonblocking = try symbol("PQsetnonblocking")
    enterPipeline = try symbol("PQenterPipelineMode")
    exitPipeline = try symbol("PQexitPipelineMode")
    sync = try symbol("PQpipelineSync")
    requestFlush = try symbol("PQsendFlushRequest")
    sendPrepare = try symbol("PQsendPrepare")
    sendDescribe = try symbol("PQsendDescribePrepared")
    sendPrepared = try symbol("PQsendQueryPrepared")
    sendQuery = try symbol("PQsendQueryParams")
    flush = try symbol("PQflush")
    execute = try symbol("PQexec")
    putCopyData = try symbol("PQputCopyData")
    putCopyEnd = try symbol("PQputCopyEnd")
    consumeInput = try symbol("PQconsumeInput")
    isBusy = try symbol("PQisBusy")
    getResult = try symbol("PQgetResult")
    setSingleRow = try symbol("PQsetSingleRowMode")
    notification = try symbol("PQnotifies")
    free = try symbol("PQfreemem")
    resultStatus = try symbol("PQresultStatus")
    resultField = try symbol("PQresultErrorField")
    clear = try symbol("PQclear")
    rowCount = try symbol("PQntuples")
    columnCount = try symbol("PQnfields")
    columnName = try symbol("PQfname")
    columnType = try symbol("PQftype")
    value = try symbol("PQgetvalue")
    length = try symbol("PQgetlength")
    isNull = try symbol("PQgetisnull")
    changedRows = try symbol("PQcmdTuples")
    command = try symbol("PQcmdStatus")
    parameterCount = try symbol("PQnparams")
    parameterType = try symbol("PQparamtype")
    getCancel = try symbol("PQgetCancel")
    cancel = try symbol("PQcancel")
    freeCancel = try symbol("PQfreeCancel")
  }

  #if canImport(Darwin)
  private static let names = ["libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"]
  #else
  private static let names = ["libpq.so.5"]
  #endif
}

// Constants of libpq-fe.h.
extension ClientLibrary {
  /// `ConnStatusType`.
  enum Status {
    static let ok: CInt = 0
  }

  /// `PGTransactionStatusType`.
  enum TransactionStatus {
    static let idle: CInt = 0
  }

  /// `ExecStatusType`.
  enum ResultStatus {
    static let done: CInt = 1
    static let rows: CInt = 2
    static let copyIn: CInt = 4
    static let fatalError: CInt = 7
    static let sync: CInt = 10
    static let aborted: CInt = 11
  }

  /// Fields of an error (postgres_ext.h).
  enum Field {
    static let severity = CInt(UInt8(ascii: "V"))
    static let state = CInt(UInt8(ascii: "C"))
    static let message = CInt(UInt8(ascii: "M"))
    static let detail = CInt(UInt8(ascii: "D"))
    static let table = CInt(UInt8(ascii: "t"))
    static let column = CInt(UInt8(ascii: "c"))
    static let constraint = CInt(UInt8(ascii: "n"))
    static let function = CInt(UInt8(ascii: "R"))
  }
}

/// Types of columns and parameters, by the numbers that the server's catalog has for them (pg_type.dat).
enum ServerType {
  static let boolean: CUnsignedInt = 16
  static let bytes: CUnsignedInt = 17
  static let name: CUnsignedInt = 19
  static let int8: CUnsignedInt = 20
  static let int2: CUnsignedInt = 21
  static let int4: CUnsignedInt = 23
  static let text: CUnsignedInt = 25
  static let oid: CUnsignedInt = 26
  static let json: CUnsignedInt = 114
  static let float4: CUnsignedInt = 700
  static let float8: CUnsignedInt = 701
  static let unknown: CUnsignedInt = 705
  static let bpchar: CUnsignedInt = 1042
  static let varchar: CUnsignedInt = 1043
  static let date: CUnsignedInt = 1082
  static let timestamp: CUnsignedInt = 1114
  static let timestampWithZone: CUnsignedInt = 1184
  static let numeric: CUnsignedInt = 1700
  static let uuid: CUnsignedInt = 2950
}
