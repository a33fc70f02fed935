import Foundation
import Strata
import StrataDomain
import StrataDomainColumns
import StrataSQLite

/// A content of versions before 6, whose tables refuse what only happened: they know the seven kinds that there were.
///
/// A version that is migrated from needs the rule that its tables have. The store would keep that rule beside the new one otherwise.
struct SevenKindContent: CompositeColumnRepresentable, Equatable, Sendable {
  var content: ItemDataContent

  static let kinds = ItemDataContent.Kind.allCases.filter { $0 != .event }

  static var columns: [ColumnDescription] {
    ItemDataContent.columns.map {
      $0.part == "type"
        ? ColumnDescription("type", .text, meaning: .oneOf(kinds.map { .text($0.rawValue) })) : $0
    }
  }

  static var columnParts: [PartialKeyPath<SevenKindContent>: String] {
    [\.startDate: "startDate", \.value1: "value1", \.value2: "value2"]
  }

  static func check(_ name: (_ part: String) -> String) -> String? {
    ItemDataContent.check(of: kinds, name)
  }

  var startDate: Date { content.startDate }
  var value1: Double? { content.value1 }
  var value2: Double? { content.value2 }

  init(_ content: ItemDataContent) { self.content = content }

  init(from row: inout Row) throws { content = try ItemDataContent(from: &row) }

  func bind(to binder: inout Binder) throws { try content.bind(to: &binder) }
}
