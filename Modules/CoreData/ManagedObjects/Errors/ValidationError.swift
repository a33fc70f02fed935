public import StrataModel

/// A value or object that the model's rules don't allow to be saved.
public struct ValidationError: Error, Sendable, Hashable {
  /// The kind of violation. The raw values are Core Data's error codes.
  public enum Code: Int, Sendable, Hashable {
    /// Any other violation, such as one that a class's own method finds.
    case managedObjectValidation = 1550
    /// Several errors.
    case multipleErrors = 1560
    case missingMandatoryProperty = 1570
    case relationshipLacksMinimumCount = 1580
    case relationshipExceedsMaximumCount = 1590
    case relationshipDeniedDelete = 1600
    case numberTooLarge = 1610
    case numberTooSmall = 1620
    case dateTooLate = 1630
    case dateTooSoon = 1640
    case invalidDate = 1650
    case stringTooLong = 1660
    case stringTooShort = 1670
    case stringPatternMatching = 1680
    case invalidURI = 1690
  }

  /// The kind of violation.
  public let code: Code
  /// The identifier of the invalid object.
  public let object: PersistentIdentifier?
  /// The invalid object, as long as anything retains it.
  package var source: NSManagedObject? { origin.object }
  private let origin: Origin
  /// The name of the invalid property, or nil if the error is about the object as a whole.
  public let key: String?
  /// The value, as text.
  public let value: String?
  /// The limit that the model sets, as text.
  public let limit: String?
  /// The individual errors, if there are several. Empty otherwise.
  public let detailedErrors: [ValidationError]

  /// Creates an error about a property or an object.
  public init(
    _ code: Code, object: PersistentIdentifier? = nil, key: String? = nil, value: String? = nil,
    limit: String? = nil
  ) {
    self.init(code, object: object, key: key, value: value, limit: limit, of: nil)
  }

  /// Creates an error about a property of an object.
  init(
    _ code: Code, object: PersistentIdentifier?, key: String?, value: String?, limit: String?,
    of source: NSManagedObject?
  ) {
    origin = Origin(object: source)
    self.code = code
    self.object = object
    self.key = key
    self.value = value
    self.limit = limit
    detailedErrors = []
  }

  /// Combines several errors. A single error is returned as it is.
  ///
  /// - Returns: nil if there are no errors.
  public init?(_ errors: [ValidationError]) {
    guard let first = errors.first else { return nil }
    guard errors.count > 1 else {
      self = first
      return
    }
    origin = Origin(object: nil)
    code = .multipleErrors
    object = Set(errors.map(\.object)).count == 1 ? first.object : nil
    (key, value, limit) = (nil, nil, nil)
    detailedErrors = errors
  }
}

// Unchecked, since only the context's queue uses the object.
/// A weak reference to an invalid object, which comparisons of errors ignore.
private struct Origin: @unchecked Sendable, Hashable {
  weak var object: NSManagedObject?

  static func == (lhs: Origin, rhs: Origin) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension ValidationError {
  /// The same error without an object, for a value that isn't an object's yet.
  var ofNoObject: ValidationError {
    ValidationError(detailedErrors.map(\.ofNoObject))
      ?? ValidationError(code, key: key, value: value, limit: limit)
  }
}

extension ValidationError: CustomStringConvertible {
  /// The violation, with the value, the limit and the object.
  public var description: String {
    guard detailedErrors.isEmpty else {
      return "\(detailedErrors.count) errors: "
        + detailedErrors.map(\.description).joined(separator: "; ")
    }
    let place = [object.map { "\($0)" }, key].compactMap { $0 }.joined(separator: ".")
    let value = value.map { " \($0)" } ?? ""
    let limit = limit.map { " \($0)" } ?? ""
    let reason =
      switch code {
      case .managedObjectValidation:
        "is not valid\(self.limit.map { ": \($0)" } ?? "")"
      case .multipleErrors: "has several errors"
      case .missingMandatoryProperty: "must have a value"
      case .relationshipLacksMinimumCount: "leads to\(value) objects, fewer than\(limit)"
      case .relationshipExceedsMaximumCount: "leads to\(value) objects, more than\(limit)"
      case .relationshipDeniedDelete: "still leads to objects, and its delete rule is deny"
      case .numberTooLarge: "is\(value), greater than\(limit)"
      case .numberTooSmall: "is\(value), smaller than\(limit)"
      case .dateTooLate: "is\(value), later than\(limit)"
      case .dateTooSoon: "is\(value), earlier than\(limit)"
      case .invalidDate: "is no date"
      case .stringTooLong: "has\(value) characters, more than\(limit)"
      case .stringTooShort: "has\(value) characters, fewer than\(limit)"
      case .stringPatternMatching: "is\(value), which doesn't match\(limit)"
      case .invalidURI: "is no URI"
      }
    return place.isEmpty ? reason : "\(place) \(reason)"
  }
}
