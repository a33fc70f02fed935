public import Foundation

/// One value of a series: when, how much, and what else there is to say.
public struct Sample: Sendable, Hashable {
  /// When it was, or when it began.
  public var date: Date
  /// The value.
  public var value: Double
  /// The second of two values.
  public var secondValue: Double?
  /// When it ended, of what lasts.
  public var end: Date?
  /// What was chosen, of a choice.
  public var category: String?

  /// A value of a series.
  public init(
    date: Date, value: Double, secondValue: Double? = nil, end: Date? = nil,
    category: String? = nil
  ) {
    self.date = date
    self.value = value
    self.secondValue = secondValue
    self.end = end
    self.category = category
  }
}
