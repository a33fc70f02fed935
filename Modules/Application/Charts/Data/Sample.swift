public import Foundation

/// A value of a series.
public struct Sample: Sendable, Hashable {
  /// The date of the value, or the beginning of its interval.
  public var date: Date
  /// The value.
  public var value: Double
  /// The second value of a pair.
  public var secondValue: Double?
  /// The end of the value's interval, if it has one.
  public var end: Date?
  /// The chosen option, if the value is a choice.
  public var category: String?

  /// Makes a value of a series.
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
