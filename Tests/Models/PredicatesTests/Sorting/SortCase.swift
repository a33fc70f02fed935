import Foundation
import Strata
import StrataQuery
import Testing

/// Sort keys as one writes them, and the order that they mean.
struct SortCase: Sendable, CustomTestStringConvertible {
  /// The Swift text of the sort keys.
  let text: String
  let keys: @Sendable () -> [SortDescriptor<Voyage>]
  /// Less than 0 where the first one comes first.
  let order: @Sendable (Voyage, Voyage) -> Int

  init(
    _ text: String, _ keys: @escaping @Sendable () -> [SortDescriptor<Voyage>],
    _ order: @escaping @Sendable (Voyage, Voyage) -> Int
  ) {
    self.text = text
    self.keys = keys
    self.order = order
  }

  var testDescription: String { text }

  /// Among equals the older one comes first: the voyages are given so.
  func sorted(_ voyages: [Voyage]) -> [Voyage] {
    voyages.enumerated().sorted { lhs, rhs in
      let order = order(lhs.element, rhs.element)
      return order != 0 ? order < 0 : lhs.offset < rhs.offset
    }.map(\.element)
  }
}

func compare<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Int {
  lhs < rhs ? -1 : rhs < lhs ? 1 : 0
}

/// nil before all values, or behind them.
func compare<Value>(
  _ lhs: Value?, _ rhs: Value?, nilsFirst: Bool = true, by compare: (Value, Value) -> Int
) -> Int {
  if let lhs, let rhs { return compare(lhs, rhs) }
  return (lhs == nil) == (rhs == nil) ? 0 : (lhs == nil) == nilsFirst ? -1 : 1
}

extension SortCase {
  static let all: [SortCase] = [
    .init(#"SortDescriptor(\.legs.count)"#, { [SortDescriptor(\.legs.count)] }) {
      compare($0.legs.count, $1.legs.count)
    },
    .init(#"SortDescriptor(\.miles)"#, { [SortDescriptor(\.miles)] }) {
      compare($0.miles, $1.miles)
    },
    .init(
      #"SortDescriptor(\.miles, order: .reverse)"#, { [SortDescriptor(\.miles, order: .reverse)] }
    ) { compare($1.miles, $0.miles) },
    .init(#"SortDescriptor(\.guests)"#, { [SortDescriptor(\.guests)] }) {
      compare($0.guests, $1.guests, by: compare)
    },
    .init(
      #"SortDescriptor(\.guests, order: .reverse)"#, { [SortDescriptor(\.guests, order: .reverse)] }
    ) { compare($1.guests, $0.guests, by: compare) },
    .init(#"SortDescriptor(\.guests, nils: .last)"#, { [SortDescriptor(\.guests, nils: .last)] }) {
      compare($0.guests, $1.guests, nilsFirst: false, by: compare)
    },
    .init(
      #"SortDescriptor(\.guests, order: .reverse, nils: .first)"#,
      { [SortDescriptor(\.guests, order: .reverse, nils: .first)] }
    ) { compare($0.guests, $1.guests) { compare($1, $0) } },
    .init(
      #"SortDescriptor(\.guests, order: .reverse, nils: .last)"#,
      { [SortDescriptor(\.guests, order: .reverse, nils: .last)] }
    ) { compare($0.guests, $1.guests, nilsFirst: false) { compare($1, $0) } },
    .init(#"SortDescriptor(\.isFull)"#, { [SortDescriptor(\.isFull)] }) {
      compare($0.isFull ? 1 : 0, $1.isFull ? 1 : 0)
    },
    .init(
      #"SortDescriptor(\.wasLate, order: .reverse, nils: .first)"#,
      { [SortDescriptor(\.wasLate, order: .reverse, nils: .first)] }
    ) {
      compare($0.wasLate, $1.wasLate) { compare($1 ? 1 : 0, $0 ? 1 : 0) }
    },
    .init(#"SortDescriptor(\.name)"#, { [SortDescriptor(\.name)] }) {
      compare($0.name, $1.name)
    },
    .init(
      #"SortDescriptor(\.name, comparator: .lexical)"#,
      { [SortDescriptor(\.name, comparator: .lexical)] }
    ) { compare($0.name, $1.name) },
    .init(
      #"SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse)"#,
      { [SortDescriptor(\.name, comparator: .localizedStandard, order: .reverse)] }
    ) { $1.name.localizedStandardCompare($0.name).rawValue },
    .init(
      #"SortDescriptor(\.nick, comparator: .localized, nils: .last)"#,
      { [SortDescriptor(\.nick, comparator: .localized, nils: .last)] }
    ) {
      compare($0.nick, $1.nick, nilsFirst: false) { $0.localizedCompare($1).rawValue }
    },
    .init(#"SortDescriptor(\.arrived)"#, { [SortDescriptor(\.arrived)] }) {
      compare($0.arrived, $1.arrived, by: compare)
    },
    .init(#"SortDescriptor(\.code)"#, { [SortDescriptor(\.code)] }) {
      compare($0.code, $1.code)
    },
    .init(#"SortDescriptor(\.weather)"#, { [SortDescriptor(\.weather)] }) {
      compare($0.weather.rawValue, $1.weather.rawValue)
    },
    .init(
      #"SortDescriptor(\.forecast, nils: .last)"#, { [SortDescriptor(\.forecast, nils: .last)] }
    ) {
      compare($0.forecast, $1.forecast, nilsFirst: false) {
        compare($0.rawValue, $1.rawValue)
      }
    },
    .init(#"SortDescriptor(\.priority)"#, { [SortDescriptor(\.priority)] }) {
      compare($0.priority, $1.priority)
    },
    .init(
      #"SortDescriptor(\.urgency, order: .reverse)"#,
      { [SortDescriptor(\.urgency, order: .reverse)] }
    ) { compare($1.urgency, $0.urgency, by: compare) },
    .init(#"SortDescriptor(\.price)"#, { [SortDescriptor(\.price)] }) {
      compare($0.price, $1.price)
    },
    .init(
      #"SortDescriptor(\.tip, order: .reverse, nils: .last)"#,
      { [SortDescriptor(\.tip, order: .reverse, nils: .last)] }
    ) { compare($0.tip, $1.tip, nilsFirst: false) { compare($1, $0) } },
    .init(#"SortDescriptor(\.serial)"#, { [SortDescriptor(\.serial)] }) {
      compare($0.serial, $1.serial)
    },
    .init(#"SortDescriptor(\.ticket, nils: .last)"#, { [SortDescriptor(\.ticket, nils: .last)] }) {
      compare($0.ticket, $1.ticket, nilsFirst: false, by: compare)
    },
    .init(
      #"SortDescriptor(\.ticket, order: .reverse)"#, { [SortDescriptor(\.ticket, order: .reverse)] }
    ) { compare($1.ticket, $0.ticket, by: compare) },
    .init(#"SortDescriptor(\.captain?.name)"#, { [SortDescriptor(\.captain?.name)] }) {
      compare($0.captain?.name, $1.captain?.name, by: compare)
    },
    .init(
      #"SortDescriptor(\.captain?.isMaster, order: .reverse)"#,
      { [SortDescriptor(\.captain?.isMaster, order: .reverse)] }
    ) {
      compare($1.captain?.isMaster, $0.captain?.isMaster) {
        compare($0 ? 1 : 0, $1 ? 1 : 0)
      }
    },
    .init(
      #"SortDescriptor(\.captain?.mentor?.age, nils: .last)"#,
      { [SortDescriptor(\.captain?.mentor?.age, nils: .last)] }
    ) {
      compare(
        $0.captain?.mentor?.age, $1.captain?.mentor?.age, nilsFirst: false, by: compare)
    },
    .init(#"SortDescriptor(\.captain?.rank)"#, { [SortDescriptor(\.captain?.rank)] }) {
      compare($0.captain?.rank, $1.captain?.rank, by: compare)
    },
    .init(#"SortDescriptor(\.weather.rawValue)"#, { [SortDescriptor(\.weather.rawValue)] }) {
      compare($0.weather.rawValue, $1.weather.rawValue)
    },
    .init(#"SortDescriptor(\.weather.force)"#, { [SortDescriptor(\.weather.force)] }) {
      compare($0.weather.force, $1.weather.force)
    },
    .init(
      #"SortDescriptor(\.spare?.to, nils: .last)"#, { [SortDescriptor(\.spare?.to, nils: .last)] }
    ) { compare($0.spare?.to, $1.spare?.to, nilsFirst: false, by: compare) },
    .init(#"SortDescriptor(\.name.count)"#, { [SortDescriptor(\.name.count)] }) {
      compare($0.name.count, $1.name.count)
    },
    .init(
      #"[SortDescriptor(\.isFull), SortDescriptor(\.tip), SortDescriptor(\.name, order: .reverse)]"#,
      {
        [SortDescriptor(\.isFull), SortDescriptor(\.tip), SortDescriptor(\.name, order: .reverse)]
      }
    ) { lhs, rhs in
      let first = compare(lhs.isFull ? 1 : 0, rhs.isFull ? 1 : 0)
      if first != 0 { return first }
      let second = compare(lhs.tip, rhs.tip, by: compare)
      return second != 0 ? second : compare(rhs.name, lhs.name)
    },
  ]
}
