import Foundation
import StrataDomain
import StrataTrackerModel

/// A type of records, with the item that they belong to.
struct HealthType: Hashable {
  /// The identifier in the export: `HKQuantityTypeIdentifierBodyMass`.
  let identifier: String
  /// The item's preferred name.
  let itemName: String
  /// The kind of the item's data points.
  let kind: ItemDataContent.Kind

  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKWorkoutActivityType",
    "HKCorrelationTypeIdentifier", "HKDataType",
  ]

  /// Removes the prefix of an identifier: `BodyMass`.
  static func shortName(of identifier: String) -> String {
    for prefix in prefixes where identifier.hasPrefix(prefix) && identifier != prefix {
      return String(identifier.dropFirst(prefix.count))
    }
    return identifier
  }

  /// Returns the type of an identifier: a known one, or one derived from the identifier.
  static func named(_ identifier: String) -> HealthType {
    if let known = known[identifier] { return known }
    let kind: ItemDataContent.Kind =
      identifier.hasPrefix("HKCategoryType") ? .optionWithInterval : .valueWithInterval
    return HealthType(
      identifier: identifier, itemName: itemName(shortName(of: identifier)), kind: kind)
  }

  /// Returns the type of a workout's activity.
  static func workout(_ activity: String) -> HealthType {
    let short = shortName(of: activity)
    return HealthType(
      identifier: activity, itemName: activities[short] ?? itemName(short), kind: .valueWithInterval
    )
  }

  /// The type of a workout's distance or energy: `Run distance`.
  func part(_ word: String) -> HealthType {
    HealthType(
      identifier: "\(identifier) \(word)",
      itemName: itemName.prefix(ItemName.lengthUpperBound - 2 - word.count) + " \(word)", kind: kind
    )
  }

  /// Converts a short name to a valid name of an item: `WalkingSpeed` to `Walking speed`.
  static func itemName(_ short: String) -> String {
    let name = words(short)
    guard name.count > 2 else { return name + " (Health)" }
    // A name has a maximal length.
    return name.prefix(ItemName.lengthUpperBound - 1).trimmingCharacters(in: .whitespaces)
  }

  /// Splits a name into words: `AsleepCore` into `Asleep core`.
  ///
  /// Words without lower-case letters, such as `REM` or `B12`, stay unchanged.
  static func words(_ name: String) -> String {
    var words: [String] = []
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let followsOther = index == 0 || !letters[index - 1].isUppercase
      let isFollowedBySmall = index + 1 < letters.count && letters[index + 1].isLowercase
      // The last of several capitals begins the next word, as in UV Exposure.
      if index == 0 || letter.isUppercase && (followsOther || isFollowedBySmall) {
        words.append("")
      }
      words[words.count - 1].append(letter)
    }
    return words.enumerated().map { index, word in
      index > 0 && word.contains(where: \.isLowercase) ? word.lowercased() : word
    }.joined(separator: " ")
  }
}
