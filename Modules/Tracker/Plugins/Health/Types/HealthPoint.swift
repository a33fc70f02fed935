import Foundation
import Strata
import StrataDomain
import TrackerModel

/// A data point that was read from an export.
struct HealthPoint {
  /// The same each time that the record is read.
  let uid: UUID
  let item: HealthItem
  let created: Date
  var parts: ItemDataContent.Parts
  /// The option, for kinds that have one: it may have to be made first.
  var label: String?
  var memo: String?
}

/// An item of an export: a type in a unit.
struct HealthItem: Hashable {
  let type: HealthType
  let unit: String?

  /// The same for a type and a unit each time, so that the item is found whatever it is called now.
  var uid: UUID { UUID(name: "item|\(type.identifier)|\(unit ?? "")", in: .health) }

  /// The names that it may be given, in order of preference.
  var names: [ValidatedName] {
    [type.itemName, with(unit), with("Health")].compactMap {
      // A name that can't be one is passed over.
      $0.flatMap { try? ValidatedName($0) }
    }
  }

  private func with(_ word: String?) -> String? {
    guard let word else { return nil }
    let room = ValidatedName.lengthUpperBound - 1 - word.count - 3
    guard room >= 3 else { return nil }
    return type.itemName.prefix(room).trimmingCharacters(in: .whitespaces) + " (\(word))"
  }
}
