import Foundation
import Strata
import StrataDomain
import StrataDomainColumns
import StrataQuery
import StrataShell
import StrataTrackerModel
import StrataTrackerQueries
import StrataTrackerShell

// The conditions of `--tag` and `--option`.
extension Tracker {
  private static let item = QueryPath(steps: [.init(relationship: "item", destination: "Item")])

  /// Returns the condition that a data point's item is under a tag.
  ///
  /// - Throws: A usage error for an unknown tag.
  func isTagged(_ value: ArgumentValue) throws -> QueryExpression {
    let tag = try environment.tag(named: value)
    return .membership(
      .key(Self.item), tag.items.map { .integer($0.persistentModelID.rowKey) })
  }

  /// Returns the condition that an option was chosen or selected, of an item or of any.
  ///
  /// - Throws: A usage error for an unknown option.
  func hasOption(_ value: ArgumentValue, of item: Item?) throws -> QueryExpression {
    let options: [ItemOption]
    if let item {
      options = [try option(value, of: item)]
    } else {
      let all = try context.fetch(FetchDescriptor<ItemOption>())
      options = all.filter { NameTwin.isPair($0.label.rawValue, value.text) }
      if options.isEmpty {
        throw value.error(
          "no item has an option “\(value.text)”",
          hint: NearestName.find(value.text, in: all.map(\.label.rawValue))
            .map { "did you mean \($0)?" } ?? "option list ITEM shows them")
      }
    }
    return .or(try options.flatMap(conditions))
  }

  private func conditions(_ option: ItemOption) throws -> [QueryExpression] {
    let uid = withUnsafeBytes(of: option.uid.uuid) { Data($0) }
    let isChosen = QueryExpression.comparison(
      .equal, PointValue.option.expression, .literal(.blob(uid)))
    guard let item = option.item, let column = OptionSelection.columns.first else {
      return [isChosen]
    }
    let bit = try OptionSelection([option.number]).rawValue
    let selection = QueryExpression.column(
      QueryPath(), .init(property: "selection", description: column))
    return [
      isChosen,
      .and([
        .comparison(
          .equal, .key(Self.item), .literal(.integer(item.persistentModelID.rowKey))),
        .comparison(
          .notEqual, .function(.bitAnd, [selection, .literal(.integer(bit))]),
          .literal(.integer(0))),
      ]),
    ]
  }
}
