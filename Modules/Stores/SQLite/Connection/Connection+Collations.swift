internal import StrataCSQLite
internal import StrataQuery
import StrataSchema

extension Connection {
  /// Adds the orders of text that sort keys ask for.
  func registerCollations() {
    // The context, $0, isn't needed.
    register(.localizedStandard) { TextCollation.localizedStandard.order($1, $2, $3, $4) }
    register(.localized) { TextCollation.localized.order($1, $2, $3, $4) }
    register(.decimal) { TextCollation.decimal.order($1, $2, $3, $4) }
  }

  // A context, length and bytes of one text, length and bytes of the other.
  private typealias Comparison =
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
    ) -> Int32

  private func register(_ collation: TextCollation, _ comparison: @escaping Comparison) {
    sqlite3_create_collation_v2(handle, collation.sqlName.sql, SQLITE_UTF8, nil, comparison, nil)
  }
}

extension TextCollation {
  fileprivate func order(
    _ count: Int32, _ bytes: UnsafeRawPointer?, _ otherCount: Int32, _ other: UnsafeRawPointer?
  ) -> Int32 {
    Int32(clamping: order(text(bytes, count), text(other, otherCount)))
  }

  // SQLite's text is good for the length that it gives, and need not end in zero.
  private func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
  }
}

extension TextCollation {
  /// The collation's name on our connections; no schema mentions it, so that a store can be read
  /// without it.
  package var sqlName: SQL {
    switch self {
    case .binary: "BINARY"
    case .localizedStandard: "strata_localized_standard"
    case .localized: "strata_localized"
    case .decimal: "strata_decimal"
    }
  }
}
