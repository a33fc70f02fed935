extension ItemDataContent {
  /// The cases of `ItemDataContent` without their values. Raw values are the names of the cases.
  public enum Kind: String, CaseIterable, Equatable, Hashable, Sendable {
    /// A number at a moment.
    case singleValue
    /// An option chosen at a moment.
    case singleOption
    /// A number with an option at a moment.
    case valueWithOption
    /// Two numbers at a moment.
    case dualValues
    /// A number over a stretch of time.
    case valueWithInterval
    /// An option over a stretch of time.
    case optionWithInterval
    /// A stretch of time.
    case interval
    /// Something that happened at a moment.
    case event

    /// Finds the kind of a name. Case matters.
    ///
    /// - Throws: `ItemDataContentError.kindIsUnknown`, whose text lists the names.
    public init(named name: String) throws(ItemDataContentError) {
      guard let kind = Kind(rawValue: name) else { throw .kindIsUnknown(name) }
      self = kind
    }
  }
}

extension ItemDataContent.Kind {
  /// The parts of a content of this kind. It must have all of them and no others.
  public var requiredParts: Set<ItemDataContent.Part> {
    Set(ItemDataContent.Part.ordered.filter(isRequired))
  }

  /// True if a content of this kind must have a part. If false it must not have it.
  ///
  /// - Complexity: O(1), since it doesn't allocate the set of `requiredParts`.
  public func isRequired(_ part: ItemDataContent.Part) -> Bool {
    switch (self, part) {
    case (_, .startDate),
      (.singleValue, .value1),
      (.singleOption, .optionID),
      (.valueWithOption, .value1), (.valueWithOption, .optionID),
      (.dualValues, .value1), (.dualValues, .value2),
      (.valueWithInterval, .endDate), (.valueWithInterval, .value1),
      (.optionWithInterval, .endDate), (.optionWithInterval, .optionID),
      (.interval, .endDate):
      true
    default: false
    }
  }
}

extension ItemDataContent.Kind: CustomStringConvertible {
  /// The raw value.
  public var description: String { rawValue }
}

extension ItemDataContent.Kind: Codable {
  /// Decodes the name of a kind.
  ///
  /// - Throws: A `DecodingError` with the text of `ItemDataContentError.kindIsUnknown`.
  public init(from decoder: any Decoder) throws {
    let name = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(named: name)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }
}
