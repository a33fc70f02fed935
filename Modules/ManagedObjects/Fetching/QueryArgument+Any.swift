internal import Foundation
import StrataModel
import StrataQueryText
import StrataStack

extension QueryArgument {
  /// A value as predicates are given it.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)`` for a value that no property can have.
  init(any value: Any?, of format: String) throws(ManagedObjectError) {
    switch value {
    case nil, is NSNull: self = .null
    case let value as String: self = .text(value)
    case let value as NSDecimalNumber: self = .decimal(value.decimalValue)
    case let value as Decimal: self = .decimal(value)
    case let value as Date: self = .date(value)
    case let value as UUID: self = .uuid(value)
    case let value as Data: self = .data(value)
    case let value as URL: self = .url(value)
    case let value as any PersistentModel:
      self = .object(value.persistentModelID)
    case let value as PersistentIdentifier: self = .object(value)
    case let value as Bool: self = .boolean(value)
    case let value as any BinaryInteger:
      guard let number = Int64(exactly: value) else {
        throw .invalidPredicate(
          format, reason: "\(value) is larger than any number that a store has")
      }
      self = .integer(number)
    case let value as any BinaryFloatingPoint: self = .real(Double(value))
    case let value as NSNumber:
      if let number = value as? Int64 {
        self = .integer(number)
      } else {
        self = .real(value.doubleValue)
      }
    case let value as NSOrderedSet: self = try Self.list(value.array, format)
    case let value as NSSet: self = try Self.list(value.allObjects, format)
    case let value as [Any]: self = try Self.list(value, format)
    case let value as Set<AnyHashable>: self = try Self.list(Array(value), format)
    default:
      let type = value.map { "\(Swift.type(of: $0))" } ?? "nil"
      throw .invalidPredicate(format, reason: "a \(type) is no value that a store has")
    }
  }

  private static func object(_ identifier: PersistentIdentifier) -> QueryArgument {
    .object(
      store: identifier.storeIdentifier, entity: identifier.entityName, key: identifier.key)
  }

  private static func list(
    _ values: [Any], _ format: String
  ) throws(ManagedObjectError) -> QueryArgument {
    var list: [QueryArgument] = []
    for value in values { list.append(try QueryArgument(any: value, of: format)) }
    return .list(list)
  }
}
