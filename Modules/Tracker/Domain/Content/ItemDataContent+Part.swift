extension ItemDataContent {
  /// One of the columns that the kinds of content share.
  public enum Part: String, CaseIterable, Equatable, Hashable, Sendable, Codable {
    /// The moment, or the start of the interval.
    case startDate
    /// The end of the interval.
    case endDate
    /// The number, or the first of two.
    case value1
    /// The second of two numbers.
    case value2
    /// The option.
    case optionID

    /// All parts in the order of their cases. Stored, since validation uses it for each content
    /// that is read from a store.
    static let ordered = allCases
  }
}

extension ItemDataContent.Part: CustomStringConvertible {
  /// The raw value.
  public var description: String { rawValue }
}
