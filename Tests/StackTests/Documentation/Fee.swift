import Strata
import StrataStorage

enum Fee: Equatable {
  case free
  case entry(price: Int)
  case season(price: Int, days: Int)

  var kind: String {
    switch self {
    case .free: "free"
    case .entry: "entry"
    case .season: "season"
    }
  }

  var price: Int? {
    switch self {
    case .free: nil
    case .entry(let price), .season(let price, _): price
    }
  }

  var days: Int? { if case .season(_, let days) = self { days } else { nil } }
}

extension Fee: CompositeColumnRepresentable {
  static let columns = [
    ColumnDescription("kind", .text), ColumnDescription("price", .integer, isOptional: true),
    ColumnDescription("days", .integer, isOptional: true),
  ]

  static var columnParts: [PartialKeyPath<Fee>: String] {
    [\.kind: "kind", \.price: "price", \.days: "days"]
  }

  init(from row: inout Row) throws {
    let kind = try String(from: &row)
    let (price, days) = (try Int?(from: &row), try Int?(from: &row))
    switch (kind, price, days) {
    case ("free", nil, nil): self = .free
    case ("entry", let price?, nil): self = .entry(price: price)
    case ("season", let price?, let days?): self = .season(price: price, days: days)
    default: throw row.invalidLast("\(kind) is no fee")
    }
  }

  func bind(to binder: inout Binder) throws {
    try kind.bind(to: &binder)
    try price.bind(to: &binder)
    try days.bind(to: &binder)
  }
}
