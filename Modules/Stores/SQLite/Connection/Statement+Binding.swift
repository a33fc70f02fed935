internal import StrataCSQLite
internal import Foundation
public import StrataSchema

extension Statement {
  /// Binds values to the parameters, from the first on. What can't be bound, such as a text of more
  /// than a billion bytes, makes the next step throw.
  public func bind(_ values: [ColumnValue]) throws(StorageError) {
    bindAnew(values.count)
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
  }

  /// Binds the values of a query's parameters.
  func bind(_ parameters: [SQL.Parameter]) {
    bindAnew(parameters.count)
    for (index, parameter) in parameters.enumerated() {
      bind(parameter.value, at: Int32(index + 1))
    }
  }

  package func bind(_ value: ColumnValue, at index: Int32) {
    guard let handle = bindingHandle else { return record(value, at: index) }
    bind(value, to: handle, at: index)
  }

  func bind(_ text: String, at index: Int32) {
    guard let handle = bindingHandle else { return record(.text(text), at: index) }
    bind(text, to: handle, at: index)
  }

  func bind(_ data: Data, at index: Int32) {
    guard let handle = bindingHandle else { return record(.blob(data), at: index) }
    bind(data, to: handle, at: index)
  }

  /// Binds bytes, of which only SQLite makes a copy.
  package func bind(bytes: [UInt8], at index: Int32) {
    guard let handle = bindingHandle else { return record(.blob(Data(bytes)), at: index) }
    bytes.withUnsafeBytes { bind($0, to: handle, at: index) }
  }

  /// Binds a value of a server's statement, or of an observed one.
  private func record(_ value: ColumnValue, at index: Int32) {
    parameters?.bind(value, at: index)
    if let handle { bind(value, to: handle, at: index) }
  }

  private func bind(_ value: ColumnValue, to handle: OpaquePointer, at index: Int32) {
    switch value {
    case .null: recordBinding(sqlite3_bind_null(handle, index))
    case .integer(let number): recordBinding(sqlite3_bind_int64(handle, index, number))
    case .real(let number): recordBinding(sqlite3_bind_double(handle, index, number))
    case .text(let text): bind(text, to: handle, at: index)
    case .blob(let data): bind(data, to: handle, at: index)
    }
  }

  private func bind(_ text: String, to handle: OpaquePointer, at index: Int32) {
    var text = text
    text.withUTF8 { utf8 in
      let free = Self.scratchSize - scratchUsed
      guard let source = utf8.baseAddress, utf8.count <= free else {
        // SQLite takes at most 2 GB a value; a longer length is refused by its own check.
        let pointer = UnsafeRawPointer(utf8.baseAddress)?.assumingMemoryBound(to: CChar.self)
        recordBinding(
          strata_bind_text_copy(
            handle, index, pointer ?? Self.empty, Int32(clamping: utf8.count)))
        return
      }
      let copy = scratch + scratchUsed
      copy.update(from: source, count: utf8.count)
      scratchUsed += utf8.count
      copy.withMemoryRebound(to: CChar.self, capacity: utf8.count) { pointer in
        recordBinding(strata_bind_text_static(handle, index, pointer, Int32(utf8.count)))
      }
    }
  }

  private func bind(_ data: Data, to handle: OpaquePointer, at index: Int32) {
    data.withUnsafeBytes { bind($0, to: handle, at: index) }
  }

  private func bind(
    _ bytes: UnsafeRawBufferPointer, to handle: OpaquePointer, at index: Int32
  ) {
    guard !bytes.isEmpty else {
      return recordBinding(sqlite3_bind_zeroblob(handle, index, 0))
    }
    recordBinding(
      strata_bind_blob_copy(handle, index, bytes.baseAddress, Int32(clamping: bytes.count)))
  }

  // A text of no bytes has no address of its own, and a null pointer would bind NULL. It is never
  // written to and never freed, so that sharing it is safe.
  private nonisolated(unsafe) static let empty: UnsafePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.initialize(to: 0)
    return UnsafePointer(pointer)
  }()
}
