import Foundation
import StrataSchema

/// The column values of an item's key. They are equal if a unique index treats them as equal:
/// strings are compared by their bytes.
struct KeyValues: Hashable {
  let columns: [ColumnValue]

  init(_ columns: [ColumnValue]) { self.columns = columns }

  static func == (lhs: KeyValues, rhs: KeyValues) -> Bool {
    guard lhs.columns.count == rhs.columns.count else { return false }
    for index in lhs.columns.indices {
      switch (lhs.columns[index], rhs.columns[index]) {
      case (.text(let one), .text(let other)):
        guard one.utf8.elementsEqual(other.utf8) else { return false }
      case (let one, let other):
        guard one == other else { return false }
      }
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    for value in columns {
      guard case .text(var text) = value else {
        hasher.combine(value)
        continue
      }
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      hasher.combine(text.utf8.count)
    }
  }
}
