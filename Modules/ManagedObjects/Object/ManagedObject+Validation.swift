internal import Foundation
import StrataDescriptions
import StrataModel
import StrataSchema

extension ManagedObject {
  /// Looks at all properties, as the model says.
  func validateProperties() throws {
    var errors: [ValidationError] = []
    for property in managedEntity.properties {
      do {
        try validate(try value(of: property), of: property)
      } catch let error as ValidationError {
        errors.append(error)
      }
    }
    if let error = ValidationError(errors) { throw error }
  }

  /// Looks at a value that a property may be given, as the model says. Types are looked at when it is set.
  ///
  /// - Throws: ``ValidationError``; ``ManagedObjectError/unknownProperty(entity:key:)``.
  public final func validateValue(_ value: Any?, forKey key: String) throws {
    try validate(value, of: try place(of: key))
  }

  private func validate(_ value: Any?, of property: PropertyPlace) throws {
    switch property.kind {
    case .attribute, .ephemeral:
      let attribute = property.attribute
      guard let value else {
        // What is worked out has its value after the save.
        guard !attribute.isOptional, !attribute.isDerived else { return }
        throw error(.missingMandatoryProperty, property)
      }
      try validate(value, attribute, property)
    case .toOne:
      if value == nil, property.relationship?.isOptional == false {
        throw error(.missingMandatoryProperty, property)
      }
    case .toMany:
      guard let relationship = property.relationship else { return }
      let count = (value as? [ManagedObject])?.count ?? (value as? Set<ManagedObject>)?.count ?? 0
      if count == 0, relationship.isOptional { return }
      // A relationship that isn't optional leads to one object at least.
      let minimum = max(relationship.minCount, relationship.isOptional ? 0 : 1)
      if count < minimum {
        throw error(.relationshipLacksMinimumCount, property, "\(count)", "\(minimum)")
      }
      if relationship.maxCount > 0, count > relationship.maxCount {
        throw error(
          .relationshipExceedsMaximumCount, property, "\(count)", "\(relationship.maxCount)")
      }
    }
  }

  private func validate(
    _ value: Any, _ attribute: AttributeDescription, _ property: PropertyPlace
  ) throws {
    switch value {
    case let text as String: try validate(text, attribute, property)
    case let date as Date:
      if case .date(let limit)? = attribute.minimumValue, date < limit {
        throw error(.dateTooSoon, property, "\(date)", "\(limit)")
      }
      if case .date(let limit)? = attribute.maximumValue, date > limit {
        throw error(.dateTooLate, property, "\(date)", "\(limit)")
      }
    case let number as NSNumber where attribute.type != .boolean:
      let number = number.decimalOrDouble
      if let limit = attribute.minimumValue?.decimalOrDouble, number < limit {
        throw error(.numberTooSmall, property, "\(number)", "\(limit)")
      }
      if let limit = attribute.maximumValue?.decimalOrDouble, limit < number {
        throw error(.numberTooLarge, property, "\(number)", "\(limit)")
      }
    default: break
    }
  }

  private func validate(
    _ text: String, _ attribute: AttributeDescription, _ property: PropertyPlace
  ) throws {
    // Core Data counts as NSString does.
    let length = text.utf16.count
    if let minimum = attribute.minimumValue?.decimalOrDouble.count, length < minimum {
      throw error(.stringTooShort, property, "\(length)", "\(minimum)")
    }
    if let maximum = attribute.maximumValue?.decimalOrDouble.count, length > maximum {
      throw error(.stringTooLong, property, "\(length)", "\(maximum)")
    }
    guard let pattern = attribute.regularExpression else { return }
    let expression: NSRegularExpression
    do {
      // The whole text is meant.
      expression = try NSRegularExpression(pattern: "^(?:\(pattern))$")
    } catch {
      throw self.error(
        .managedObjectValidation, property, text,
        "the model's regular expression '\(pattern)' can't be read: \(error)")
    }
    let range = NSRange(text.startIndex..., in: text)
    if expression.firstMatch(in: text, range: range)?.range != range {
      throw error(.stringPatternMatching, property, "'\(text)'", "'\(pattern)'")
    }
  }

  private func error(
    _ code: ValidationError.Code, _ property: PropertyPlace, _ value: String? = nil,
    _ limit: String? = nil
  ) -> ValidationError {
    ValidationError(
      code, object: persistentModelID, key: property.name, value: value, limit: limit)
  }
}

/// A number as exact as it is.
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

  /// The number as a length.
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
