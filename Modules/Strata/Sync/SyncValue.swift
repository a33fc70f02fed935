import Foundation
public import Strata

/// A property's value in an envelope: the columns of an attribute, or the identifiers of related objects.
///
/// As JSON it is an array. A column is null, a number, a text, `{"data": "…"}` with bytes in base 64, or
/// `{"real": "inf"}` for a number that JSON doesn't have.
public struct SyncValue: Codable, Sendable, Hashable {
  /// The columns.
  public var columns: [ColumnValue]

  /// Creates a value from columns.
  public init(_ columns: [ColumnValue]) { self.columns = columns }

  /// Creates a value from the identifiers of related objects, which are texts as JSON.
  init(_ identifiers: [UUID]) { columns = identifiers.map { .text($0.uuidString) } }

  /// Reads the JSON of a value.
  ///
  /// - Throws: `DecodingError` for a text that isn't one.
  init(text: String) throws {
    self = try JSONDecoder().decode(SyncValue.self, from: Data(text.utf8))
  }

  /// The JSON.
  var text: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  private enum Key: CodingKey { case data, real }

  /// Reads the columns.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    columns = []
    while !list.isAtEnd { columns.append(try list.decode(Column.self).value) }
  }

  /// Writes the columns.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for column in columns { try list.encode(Column(value: column)) }
  }

  /// One column.
  private struct Column: Codable {
    let value: ColumnValue

    init(value: ColumnValue) { self.value = value }

    init(from decoder: any Decoder) throws {
      // Dropped in each attempt: that the column has another form, which is tried next.
      if let single = try? decoder.singleValueContainer() {
        if single.decodeNil() { value = .null; return }
        if let integer = try? single.decode(Int64.self) { value = .integer(integer); return }
        if let real = try? single.decode(Double.self) { value = .real(real); return }
        if let text = try? single.decode(String.self) { value = .text(text); return }
      }
      let keyed = try decoder.container(keyedBy: Key.self)
      if keyed.contains(.data) {
        value = .blob(try keyed.decode(Data.self, forKey: .data))
        return
      }
      let text = try keyed.decode(String.self, forKey: .real)
      guard let real = Double(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .real, in: keyed, debugDescription: "\(text) is no number")
      }
      value = .real(real)
    }

    func encode(to encoder: any Encoder) throws {
      switch value {
      case .null:
        var single = encoder.singleValueContainer()
        try single.encodeNil()
      case .integer(let value): try value.encode(to: encoder)
      case .real(let value) where !value.isFinite:
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode("\(value)", forKey: .real)
      case .real(let value): try value.encode(to: encoder)
      case .text(let value): try value.encode(to: encoder)
      case .blob(let value):
        var keyed = encoder.container(keyedBy: Key.self)
        try keyed.encode(value, forKey: .data)
      }
    }
  }

  /// The columns in the types of an attribute, since JSON writes 1.0 as 1. Nil if they don't fit.
  func columns(as descriptions: [ColumnDescription]) -> [ColumnValue]? {
    guard columns.count == descriptions.count else { return nil }
    var fitting: [ColumnValue] = []
    for (column, description) in zip(columns, descriptions) {
      switch (column, description.storageClass) {
      case (.integer(let value), .real): fitting.append(.real(Double(value)))
      case (.null, _) where description.isOptional, (.integer, .integer), (.real, .real),
        (.text, .text), (.blob, .blob):
        fitting.append(column)
      default: return nil
      }
    }
    return fitting
  }
}
