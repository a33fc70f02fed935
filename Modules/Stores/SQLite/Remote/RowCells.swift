internal import Foundation
package import StrataSchema

/// The columns of a server's row, where the server's client library has them: an address, a length and a type each.
///
/// Numbers are big-endian, integers of one to eight bytes; texts are UTF-8.
package struct RowCells {
  /// A value of the current row.
  package struct Cell {
    /// The value's bytes, or nil for NULL.
    package var address: UnsafeRawPointer?
    /// The number of bytes.
    package var count: Int
    /// The storage class of the column.
    package var type: StorageClass

    /// A cell without a value.
    package init(_ type: StorageClass) {
      address = nil
      count = 0
      self.type = type
    }
  }

  private let cells: UnsafePointer<Cell>
  private let count: Int

  /// - Parameter cells: Memory that the statement fills for each row, and that outlives the statement's last row.
  package init(_ cells: UnsafePointer<Cell>, count: Int) {
    self.cells = cells
    self.count = count
  }

  /// The bytes of a text or blob, or nil for NULL.
  func bytes(at index: Int32) -> UnsafeRawBufferPointer? {
    let index = Int(index)
    guard index >= 0, index < count, let address = cells[index].address else { return nil }
    return UnsafeRawBufferPointer(start: address, count: cells[index].count)
  }

  /// The value of a column.
  func value(at index: Int32) -> ColumnValue {
    guard let bytes = bytes(at: index) else { return .null }
    switch cells[Int(index)].type {
    case .integer: return .integer(Self.integer(bytes))
    case .real: return .real(Double(bitPattern: UInt64(bitPattern: Self.integer(bytes))))
    case .text: return .text(String(decoding: bytes, as: UTF8.self))
    case .blob: return .blob(Data(bytes))
    }
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    switch bytes.count {
    case 8: Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    case 4: Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case 2: Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case 1: Int64(bytes[0])
    default: 0
    }
  }
}
