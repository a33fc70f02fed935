public import StrataDomain

/// The measure that pictures, reports and goals take of an item's data points in a period.
public enum ItemMeasure: String, Codable, CaseIterable, Sendable {
  /// The sum of the values, or of the hours of what has no values.
  case sum
  /// The number of data points.
  case count
  /// The average of the values, or of the hours of what has no values.
  case average

  /// Returns the measures that data points of a kind have.
  ///
  /// Options at moments, and what only happened, have no numbers, so they can only be counted. Of two values, such as the two
  /// of a blood pressure, a sum says nothing.
  public static func measures(of kind: ItemDataContent.Kind) -> [ItemMeasure] {
    switch kind {
    case .event, .singleOption: [.count]
    case .dualValues: [.count, .average]
    case .singleValue, .valueWithOption, .valueWithInterval, .interval, .optionWithInterval:
      allCases
    }
  }
}

/// The error of a measure that an item's data points don't have.
public struct InvalidMeasure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The item.
  public let item: ItemName
  /// The item's kind.
  public let kind: ItemDataContent.Kind
  /// The measure.
  public let measure: ItemMeasure

  /// Makes the error.
  public init(item: ItemName, kind: ItemDataContent.Kind, measure: ItemMeasure) {
    self.item = item
    self.kind = kind
    self.measure = measure
  }

  /// The message for people.
  public var description: String {
    kind == .dualValues
      ? "the data points of \(item) have two values, which have no common \(measure.rawValue)"
      : "the data points of \(item) have no numbers, and so no \(measure.rawValue)"
  }

  /// The measures that the item's data points have, for people.
  public var hint: String {
    "they have: "
      + ItemMeasure.measures(of: kind).map(\.rawValue).joined(separator: ", ")
  }
}

extension Item {
  /// Checks that the item's data points have a measure.
  public func check(_ measure: ItemMeasure) throws(InvalidMeasure) {
    guard ItemMeasure.measures(of: kind).contains(measure) else {
      throw InvalidMeasure(item: name, kind: kind, measure: measure)
    }
  }
}
