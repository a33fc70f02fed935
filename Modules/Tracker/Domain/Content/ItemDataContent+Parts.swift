public import Foundation

extension ItemDataContent {
  /// The parts of a content, one per column, as a store has them.
  ///
  /// Parts may be invalid. `ItemDataContent.init(parts:)` validates them.
  public struct Parts: Equatable, Hashable, Sendable, Codable {
    /// The kind, which decides which parts are required.
    public var kind: Kind
    /// The moment, or the start of the interval.
    public var startDate: Date?
    /// The end of the interval. Nil for a moment.
    public var endDate: Date?
    /// The number, or the first of two.
    public var value1: Double?
    /// The second of two numbers.
    public var value2: Double?
    /// The option.
    public var optionID: UUID?

    /// Makes parts without validating them.
    public init(
      kind: Kind, startDate: Date? = nil, endDate: Date? = nil, value1: Double? = nil,
      value2: Double? = nil, optionID: UUID? = nil
    ) {
      self.kind = kind
      self.startDate = startDate
      self.endDate = endDate
      self.value1 = value1
      self.value2 = value2
      self.optionID = optionID
    }
  }

  /// The content's parts.
  public var parts: Parts {
    Parts(
      kind: kind, startDate: startDate, endDate: endDate, value1: value1, value2: value2,
      optionID: optionID)
  }
}

extension ItemDataContent.Parts {
  /// True if the content has a part.
  public func contains(_ part: ItemDataContent.Part) -> Bool {
    switch part {
    case .startDate: startDate != nil
    case .endDate: endDate != nil
    case .value1: value1 != nil
    case .value2: value2 != nil
    case .optionID: optionID != nil
    }
  }

  private func text(of part: ItemDataContent.Part) -> String? {
    switch part {
    case .startDate: startDate?.stableText
    case .endDate: endDate?.stableText
    case .value1: value1?.description
    case .value2: value2?.description
    case .optionID: optionID?.uuidString
    }
  }
}

extension ItemDataContent.Parts: CustomStringConvertible {
  /// The kind and its parts: `interval(startDate: …, endDate: …)`.
  public var description: String {
    let texts = ItemDataContent.Part.ordered.compactMap { part in
      text(of: part).map { "\(part): \($0)" }
    }
    return "\(kind)(\(texts.joined(separator: ", ")))"
  }
}

// The encoded form is flat: its keys are the columns, and one check covers every kind. The
// encoder's strategy decides how dates are written. `.iso8601` drops fractions of a second.
extension ItemDataContent: Codable {
  /// Decodes an object with the keys of `Parts`.
  ///
  /// - Throws: A `DecodingError` with the text of `ItemDataContentError`.
  public init(from decoder: any Decoder) throws {
    let parts = try Parts(from: decoder)
    do {
      try self.init(parts: parts)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Encodes an object with `kind` and the kind's parts.
  public func encode(to encoder: any Encoder) throws {
    try parts.encode(to: encoder)
  }
}
