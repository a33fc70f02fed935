internal import Foundation
package import StrataSQLite
package import StrataSchema

/// The DEFAULT of a column: the value that a row gets of whoever inserts it without naming the column, such as a program
/// whose models lack the property.
package enum ColumnDefault: Hashable, Sendable {
  /// The same value for each row.
  case constant(ColumnValue)
  /// Another UUID for each row.
  case uuid
  /// The text of another UUID for each row.
  case uuidText(isLowercase: Bool)
  /// The time of the insertion.
  case now

  /// The default of one column of an attribute, or nil if only Swift can make the value.
  ///
  /// An initial value that isn't a literal is evaluated twice. If both values are the same, it counts as a constant.
  ///
  /// - Parameter index: The position of the column in the attribute.
  package init?(of attribute: Schema.Attribute, column index: Int) {
    let description = attribute.columns[index]
    guard let columns = attribute.defaultColumns else {
      // Saves set these dates.
      let isTime = attribute.timestamp.map { $0 != .deletedAt } ?? false
      guard isTime, !description.isOptional else { return nil }
      self = .now
      return
    }
    guard columns.count > index, !columns[index].isNull else { return nil }
    let first = columns[index]
    guard let evaluate = attribute.evaluation.columns else {
      self = .constant(first)
      return
    }
    switch (description.meaning, first) {
    case (.uuid, .blob): self = .uuid
    case (.date, .real): self = .now
    default:
      // An initial value that throws has no default. The object that gets it reports the error.
      guard let second = try? evaluate(), second.count > index else { return nil }
      if second[index] == first {
        self = .constant(first)
      } else if case .text(let text) = first, case .text(let other) = second[index],
        UUID(uuidString: text) != nil, UUID(uuidString: other) != nil
      {
        self = .uuidText(isLowercase: text == text.lowercased())
      } else {
        return nil
      }
    }
  }
}

extension SQLDialect {
  /// The expression behind DEFAULT.
  package func sql(_ value: ColumnDefault, for description: ColumnDescription) -> SQL {
    switch (self, value) {
    case (_, .constant(let value)): literal(value, for: description)
    case (.sqlite, .uuid): "(\(Self.randomBytes))"
    // Version 4 of RFC 9562: the digits 4 and 8 to b are at fixed places.
    case (.sqlite, .uuidText(let isLowercase)):
      """
      (\(isLowercase ? "lower" : "upper")(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || \
      substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + abs(random() % 4), 1) || \
      substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
      """
    // The Julian day of 2001-01-01 is 2451910.5 (sqlite.org/lang_datefunc.html).
    case (.sqlite, .now): "((julianday('now') - 2451910.5) * 86400.0)"
    case (.postgreSQL, .uuid): "gen_random_uuid()"
    case (.postgreSQL, .uuidText(let isLowercase)):
      "\(isLowercase ? "lower" : "upper")(gen_random_uuid()::text)"
    // 978307200 seconds lie between 1970 and 2001.
    case (.postgreSQL, .now):
      "(extract(epoch FROM clock_timestamp())::double precision - 978307200)"
    }
  }

  /// 16 random bytes, with the bits of version 4 of RFC 9562 in the seventh and the ninth of them.
  private static var randomBytes: SQL {
    """
    CAST(randomblob(6) || substr(x'404142434445464748494a4b4c4d4e4f', 1 + abs(random() % 16), 1) || \
    randomblob(1) || substr(x'\(SQL((0x80...0xbf).map { String($0, radix: 16) }.joined()))', \
    1 + abs(random() % 64), 1) || randomblob(7) AS BLOB)
    """
  }
}

extension EntityTable {
  /// The DEFAULT of a column, or nil if it has none.
  package func columnDefault(of column: Column, of member: Member) -> ColumnDefault? {
    guard case .attribute(let attribute) = member.entity.properties[column.property],
      let index = attribute.columns.firstIndex(of: column.description)
    else { return nil }
    return ColumnDefault(of: attribute, column: index)
  }
}
