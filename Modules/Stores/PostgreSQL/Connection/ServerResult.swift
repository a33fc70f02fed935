import StrataSQLite

/// A result of libpq's, which is freed with this object.
final class ServerResult {
  let handle: OpaquePointer
  private let library: ClientLibrary

  init(_ handle: OpaquePointer, _ library: ClientLibrary) {
    self.handle = handle
    self.library = library
  }

  deinit { library.clear(handle) }

  var status: CInt { library.resultStatus(handle) }
  var rowCount: Int { Int(library.rowCount(handle)) }

  /// The text in the first column of the first row, or nil for no row and for no value.
  var firstText: String? {
    guard rowCount > 0, library.isNull(handle, 0, 0) == 0 else { return nil }
    return library.value(handle, 0, 0).map { String(cString: $0) }
  }

  /// The integer of eight bytes in the first column of the first row, if the rows are binary. Nil for any other value.
  var firstNumber: Int64? {
    guard rowCount > 0, let value = library.value(handle, 0, 0), library.length(handle, 0, 0) == 8
    else { return nil }
    return Int64(bigEndian: UnsafeRawPointer(value).loadUnaligned(as: Int64.self))
  }

  /// The number of rows that a statement changed, or nil for one that changes none.
  var changedRowCount: Int? {
    library.changedRows(handle).flatMap { Int(String(cString: $0)) }
  }

  /// The word with which the server answers a statement, such as `COMMIT`.
  var command: String {
    library.command(handle).map { String(cString: $0) } ?? ""
  }

  /// The columns' names and types.
  var columns: [(name: String, type: CUnsignedInt)] {
    (0..<library.columnCount(handle)).map {
      (
        library.columnName(handle, $0).map { String(cString: $0) } ?? "",
        library.columnType(handle, $0)
      )
    }
  }

  /// The parameters' types.
  var parameterTypes: [CUnsignedInt] {
    (0..<library.parameterCount(handle)).map { library.parameterType(handle, $0) }
  }

  /// The error.
  var failure: ServerFailure {
    ServerFailure(
      severity: field(ClientLibrary.Field.severity) ?? "",
      state: field(ClientLibrary.Field.state) ?? "",
      message: field(ClientLibrary.Field.message) ?? "",
      detail: field(ClientLibrary.Field.detail) ?? "",
      table: field(ClientLibrary.Field.table),
      column: field(ClientLibrary.Field.column),
      constraint: field(ClientLibrary.Field.constraint),
      function: field(ClientLibrary.Field.function))
  }

  private func field(_ field: CInt) -> String? {
    library.resultField(handle, field).map { String(cString: $0) }
  }
}
