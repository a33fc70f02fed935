import Foundation
import Strata
import StrataDomain
import StrataTrackerModel

/// A data point of an export.
struct HealthPoint {
  /// The identifier, which is the same each time the record is read.
  let uid: UUID
  let item: HealthItem
  let created: Date
  var parts: ItemDataContent.Parts
  /// The option's label. The option is added to the item if it is missing.
  var label: String?
  var memo: String?
  /// The device or program that has measured it.
  var source: String?
  var role = Role.counted

  /// What the import does with a point.
  enum Role {
    /// The store has it afterwards.
    case counted
    /// Another source has counted its time, or a part of it. It says so alone.
    case covered
    /// The store has it, and another source counts now.
    case outdated
  }
}

/// An item of an export: a type with a unit.
struct HealthItem: Hashable {
  let type: HealthType
  /// The unit in the export.
  let unit: String?

  /// The unit as people write it. The export has the molar mass in one: `mmol<180.1558800000541>/L`.
  var shownUnit: String? {
    guard let unit, let start = unit.firstIndex(of: "<"),
      let end = unit[start...].firstIndex(of: ">")
    else { return self.unit }
    return String(unit[..<start] + unit[unit.index(after: end)...])
  }

  /// The identifier, which depends only on type and unit, so that the item is found even after
  /// renaming.
  var uid: UUID { UUID(name: "item|\(type.identifier)|\(unit ?? "")", in: .health) }

  /// The names to try, in order of preference.
  var names: [ItemName] {
    [type.itemName, with(shownUnit), with("Health")].compactMap {
      // Dropped: a text that is no name, so that the next one is tried.
      $0.flatMap { try? ItemName($0) }
    }
  }

  private func with(_ word: String?) -> String? {
    guard let word else { return nil }
    let room = ItemName.lengthUpperBound - 1 - word.count - 3
    guard room >= 3 else { return nil }
    return type.itemName.prefix(room).trimmingCharacters(in: .whitespaces) + " (\(word))"
  }
}
