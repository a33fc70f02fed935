import Foundation
import StrataDomain

/// A type of records, and the item that its records are kept under.
struct HealthType: Hashable {
  /// As the export names it: `HKQuantityTypeIdentifierBodyMass`.
  let identifier: String
  /// The item's name, unless that is taken.
  let itemName: String
  /// What the item's data points hold.
  let kind: ItemDataContent.Kind

  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKWorkoutActivityType",
    "HKCorrelationTypeIdentifier", "HKDataType",
  ]

  /// The identifier without what all of its sort begin with: `BodyMass`.
  static func shortName(of identifier: String) -> String {
    for prefix in prefixes where identifier.hasPrefix(prefix) && identifier != prefix {
      return String(identifier.dropFirst(prefix.count))
    }
    return identifier
  }

  /// The type of an identifier: a known one, or what its name tells of another.
  static func named(_ identifier: String) -> HealthType {
    if let known = known[identifier] { return known }
    let kind: ItemDataContent.Kind =
      identifier.hasPrefix("HKCategoryType") ? .optionWithInterval : .valueWithInterval
    return HealthType(
      identifier: identifier, itemName: itemName(shortName(of: identifier)), kind: kind)
  }

  /// The type of a workout's activity.
  static func workout(_ activity: String) -> HealthType {
    let short = shortName(of: activity)
    return HealthType(
      identifier: activity, itemName: activities[short] ?? itemName(short), kind: .valueWithInterval
    )
  }

  /// `WalkingSpeed` as a name that an item can have: `Walking speed`.
  static func itemName(_ short: String) -> String {
    let name = words(short)
    guard name.count > 2 else { return name + " (Health)" }
    // The limit of names.
    return name.prefix(ValidatedName.lengthUpperBound - 1).trimmingCharacters(in: .whitespaces)
  }

  /// `AsleepCore` as words: `Asleep core`. What has no small letter, such as `REM` or `B12`, stays as it
  /// is.
  static func words(_ name: String) -> String {
    var words: [String] = []
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let followsOther = index == 0 || !letters[index - 1].isUppercase
      let isFollowedBySmall = index + 1 < letters.count && letters[index + 1].isLowercase
      // The last capital of several in a row begins the next word: UV Exposure.
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
