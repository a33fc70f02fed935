internal import Foundation
import StrataDescriptions
import StrataModel
import StrataSchema

extension NSManagedObject {
  /// Validates the object's properties by the model's rules.
  ///
  /// - Parameter changedAlone: True to validate changed properties only, so that other
  ///   relationships aren't read.
  func validateProperties(changedAlone: Bool) throws {
    var errors: [ValidationError] = []
    for property in managedEntity.properties
    where !changedAlone || _$state.changed.contains(property.index) {
      do {
        try validate(property)
      } catch let error as ValidationError {
        errors += error.detailedErrors.isEmpty ? [error] : error.detailedErrors
      }
    }
    if let error = ValidationError(errors) { throw error }
  }

  /// Validates a value for a property without setting it, as `setValue(_:forKey:)` and a save
  /// would.
  ///
  /// - Throws: ``ValidationError`` if the model's rules reject the value. ``ManagedObjectError`` if
  ///   the property can't hold it at all.
  public final func validateValue(_ value: Any?, forKey key: String) throws {
    let property = try place(of: key)
    let value = unwrapped(value)
    // Throws if the value can't be set.
    _ = try change(of: property, to: value)
    switch property.kind {
    case .attribute, .ephemeral: try validate(value, ofAttribute: property)
    case .toOne, .transientLink(isToMany: false, _):
      try validateTarget(isThere: value != nil, property)
    case .toMany, .transientLink(isToMany: true, _):
      try validateCount(try members(of: value, property).count, property)
    }
  }

  private func validate(_ property: PropertyPlace) throws {
    switch property.kind {
    // The store's own condition on the columns checks the value.
    case .attribute where !property.isDescribed: break
    case .attribute, .ephemeral: try validate(try value(of: property), ofAttribute: property)
    case .toOne(let place):
      let slot = toOnes[place]
      try validateTarget(isThere: slot.value.map { $0 != nil } ?? (slot.key != 0), property)
    case .transientLink(isToMany: false, _):
      try validateTarget(isThere: !transientTargets(property).isEmpty, property)
    case .transientLink(isToMany: true, _):
      try validateCount(transientTargets(property).count, property)
    case .toMany(let place, _):
      guard let relationship = property.relationship,
        relationship.minCount > 0 || relationship.maxCount > 0
      else { return }
      if toManys[place].needsLoading { _$load(property.index) }
      try validateCount(_$value(property.index, toManys[place]).count, property)
    }
  }

  private func validate(_ value: Any?, ofAttribute property: PropertyPlace) throws {
    let attribute = property.attribute
    guard let value else {
      // A derived attribute gets its value in the save.
      guard !attribute.isOptional, !attribute.isDerived else { return }
      throw error(.missingMandatoryProperty, property)
    }
    try validate(value, attribute, attribute.name)
  }

  private func validateTarget(isThere: Bool, _ property: PropertyPlace) throws {
    if !isThere, property.relationship?.isOptional == false {
      throw error(.missingMandatoryProperty, property)
    }
  }

  private func validateCount(_ count: Int, _ property: PropertyPlace) throws {
    guard let relationship = property.relationship, count > 0 || !relationship.isOptional else {
      return
    }
    // Without a minimum count none is needed, whether the relationship is optional or not.
    if count < relationship.minCount {
      throw error(
        .relationshipLacksMinimumCount, property, "\(count)", "\(relationship.minCount)")
    }
    if relationship.maxCount > 0, count > relationship.maxCount {
      throw error(
        .relationshipExceedsMaximumCount, property, "\(count)", "\(relationship.maxCount)")
    }
  }

  /// Validates a value by the limits of an attribute or of a composite's element.
  ///
  /// - Parameter key: The attribute's name, or the path of an element.
  private func validate(_ value: Any, _ attribute: AttributeDescription, _ key: String) throws {
    switch value {
    case let values as [String: Any] where attribute.type == .composite:
      try validate(values, attribute, key)
    case let text as String: try validate(text, attribute, key)
    case let date as Date:
      if case .date(let limit)? = attribute.minimumValue, date < limit {
        throw error(.dateTooSoon, key, ValueText.of(date), ValueText.of(limit))
      }
      if case .date(let limit)? = attribute.maximumValue, date > limit {
        throw error(.dateTooLate, key, ValueText.of(date), ValueText.of(limit))
      }
    case let number as NSNumber where attribute.type != .boolean:
      let number = number.decimalOrDouble
      if let limit = attribute.minimumValue?.decimalOrDouble, number < limit {
        throw error(.numberTooSmall, key, "\(number)", "\(limit)")
      }
      if let limit = attribute.maximumValue?.decimalOrDouble, limit < number {
        throw error(.numberTooLarge, key, "\(number)", "\(limit)")
      }
    default: break
    }
  }

  private func validate(
    _ values: [String: Any], _ composite: AttributeDescription, _ key: String
  ) throws {
    var errors: [ValidationError] = []
    for element in composite.elements {
      let path = "\(key).\(element.name)"
      do {
        if let value = unwrapped(values[element.name]) {
          try validate(value, element, path)
        } else if !element.isOptional {
          throw error(.missingMandatoryProperty, path)
        }
      } catch let error as ValidationError {
        errors += error.detailedErrors.isEmpty ? [error] : error.detailedErrors
      }
    }
    if let error = ValidationError(errors) { throw error }
  }

  private func validate(_ text: String, _ attribute: AttributeDescription, _ key: String) throws {
    // UTF-16 units, as Core Data counts.
    let length = text.utf16.count
    if let minimum = attribute.minimumValue?.decimalOrDouble.count, length < minimum {
      throw error(.stringTooShort, key, "\(length)", "\(minimum)")
    }
    if let maximum = attribute.maximumValue?.decimalOrDouble.count, length > maximum {
      throw error(.stringTooLong, key, "\(length)", "\(maximum)")
    }
    guard let pattern = attribute.regularExpression else { return }
    let expression: NSRegularExpression
    do {
      // Anchored, since the pattern must match the whole text.
      expression = try NSRegularExpression(pattern: "^(?:\(pattern))$")
    } catch {
      throw self.error(
        .managedObjectValidation, key, text,
        "the model's regular expression '\(pattern)' can't be read: \(error)")
    }
    let range = NSRange(text.startIndex..., in: text)
    if expression.firstMatch(in: text, range: range)?.range != range {
      throw error(.stringPatternMatching, key, "'\(text)'", "'\(pattern)'")
    }
  }

  private func error(
    _ code: ValidationError.Code, _ property: PropertyPlace, _ value: String? = nil,
    _ limit: String? = nil
  ) -> ValidationError { error(code, property.name, value, limit) }

  private func error(
    _ code: ValidationError.Code, _ key: String, _ value: String? = nil, _ limit: String? = nil
  ) -> ValidationError {
    ValidationError(
      code, object: persistentModelID, key: key, value: value, limit: limit, of: self)
  }
}

/// A number compared exactly where both sides are decimal, else as doubles.
private enum Number: Comparable, CustomStringConvertible {
  case decimal(Decimal)
  case double(Double)

  static func < (lhs: Number, rhs: Number) -> Bool {
    if case .decimal(let lhs) = lhs, case .decimal(let rhs) = rhs { return lhs < rhs }
    return lhs.double < rhs.double
  }

  private var double: Double {
    switch self {
    case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
    case .double(let number): number
    }
  }

  /// The number as a length limit, rounded down.
  var count: Int { Int(exactly: double.rounded(.down)) ?? (double < 0 ? 0 : .max) }

  var description: String {
    switch self {
    case .decimal(let number): "\(number)"
    case .double(let number): "\(number)"
    }
  }
}

extension NSNumber {
  fileprivate var decimalOrDouble: Number {
    if let number = self as? NSDecimalNumber { return .decimal(number.decimalValue) }
    if let number = self as? Int64 { return .decimal(Decimal(number)) }
    return .double(doubleValue)
  }
}

extension AttributeValue {
  fileprivate var decimalOrDouble: Number {
    switch self {
    case .integer(let number): .decimal(Decimal(number))
    case .decimal(let number): .decimal(number)
    case .double(let number): .double(number)
    case .boolean, .string, .date, .data, .uuid, .uri: .double(.nan)
    }
  }
}
