import Foundation
import StrataSchema

extension ProblemFinder {
  mutating func check(_ attribute: AttributeDescription, of entity: EntityDescription) {
    let isSaved = !attribute.isTransient
    if isSaved, attribute.type == .undefined || attribute.type == .objectID {
      add(.unsavableType(attribute.type), entity, attribute.name)
    }
    if attribute.type == .composite {
      if let name = attribute.compositeName, !composites.contains(name) {
        add(.unknownComposite(name), entity, attribute.name)
      } else if attribute.elements.isEmpty {
        add(.emptyComposite, entity, attribute.name)
      }
    }
    if let value = attribute.defaultValue, !value.isOf(attribute.type) {
      add(.defaultOfOtherType, entity, attribute.name)
    } else if let size = attribute.defaultValue?.comparable {
      let minimum = attribute.minimumValue?.comparable
      let maximum = attribute.maximumValue?.comparable
      if minimum.map({ size < $0 }) == true || maximum.map({ size > $0 }) == true {
        add(.defaultBeyondLimits, entity, attribute.name)
      }
    }
    if let minimum = attribute.minimumValue?.comparable,
      let maximum = attribute.maximumValue?.comparable,
      minimum > maximum
    {
      add(.limitsWithoutValue, entity, attribute.name)
    }
  }

  mutating func check(_ relationship: RelationshipDescription, of entity: EntityDescription) {
    let name = relationship.name
    let minimum = relationship.minCount
    let maximum = relationship.maxCount
    if minimum < 0 || maximum < 0 || maximum > 0 && minimum > maximum {
      add(.countsWithoutNumber(minimum: minimum, maximum: maximum), entity, name)
    }
    if relationship.isOrdered, !relationship.isToMany { add(.orderOfOne, entity, name) }
    guard let destination = relationship.destinationEntityName else {
      return add(.noDestination, entity, name)
    }
    guard entities[destination] != nil else {
      return add(.unknownDestination(destination), entity, name)
    }
    guard let inverseName = relationship.inverseName else { return add(.noInverse, entity, name) }
    do throws(InverseCheck.Fault) {
      _ = try inverseCheck.inverse(of: InverseCheck.End(relationship), declaredBy: entity.name)
    } catch {
      switch error {
      case .missing: add(.unknownInverse(inverseName), entity, name)
      case .notMutual(let other): add(.inverseNotMutual(other), entity, name)
      // An inverse without a destination has that problem itself.
      case .leadsElsewhere(nil): break
      case .leadsElsewhere(let other?), .inherited(let other):
        add(.inverseOfOtherEntity(other), entity, name)
      }
    }
  }
}

extension AttributeValue {
  /// True if an attribute of a type can have the value.
  fileprivate func isOf(_ type: AttributeType) -> Bool {
    switch (self, type) {
    case (.integer(let number), .integer16), (.integer(let number), .integer32),
      (.integer(let number), .integer64):
      type.integerRange?.contains(number) == true
    case (.decimal, .decimal), (.double, .double), (.double, .float), (.boolean, .boolean),
      (.string, .string), (.date, .date), (.data, .binaryData), (.uuid, .uuid), (.uri, .uri):
      true
    // The values that a transformer accepts are unknown, and an undefined type allows any value.
    case (_, .transformable), (_, .undefined): true
    default: false
    }
  }

  /// The number that limits are compared with: a number, the seconds of a date, or the length of a
  /// text. Nil for other values.
  fileprivate var comparable: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .decimal(let number): number
    case .double(let number): number.isFinite && abs(number) < 1e100 ? Decimal(number) : nil
    case .date(let date): Decimal(date.timeIntervalSinceReferenceDate)
    case .string(let text): Decimal(text.utf16.count)
    case .boolean, .data, .uuid, .uri: nil
    }
  }
}
