internal import Foundation
import StrataContexts
import StrataModel
import StrataQueryText

extension QueryArgument {
  /// Converts an argument of a predicate.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)`` for a value that no property can
  ///   have.
  init(any value: Any?, of format: String) throws(ManagedObjectError) {
    guard let value = unwrapped(value) else {
      self = .null
      return
    }
    if type(of: value) == Bool.self, let truth = value as? Bool {
      self = .boolean(truth)
      return
    }
    // Checked before other types: an `NSNumber` can be cast to `Bool`, too, but means a number.
    switch GivenNumber(value) {
    case .integer(let number)?: self = .integer(number)
    case .real(let number)?: self = .real(number)
    case .decimal(let number)?: self = .decimal(number)
    case .large?:
      throw .invalidPredicate(
        format, reason: "\(value) is larger than any number that a store has")
    case nil: self = try Self.other(value, of: format)
    }
  }

  private static func other(
    _ value: Any, of format: String
  ) throws(ManagedObjectError) -> QueryArgument {
    switch value {
    case let value as String: return .text(value)
    case let value as any StringProtocol: return .text(String(value))
    case let value as NSEntityDescription: return .text(value.name ?? "")
    case let value as Date: return .date(value)
    case let value as UUID: return .uuid(value)
    case let value as Data: return .data(value)
    case let value as URL: return .url(value)
    case let value as NSManagedObject: return object(value.objectID)
    case let value as any PersistentModel: return object(value.persistentModelID)
    case let value as PersistentIdentifier: return object(value)
    case let value as NSOrderedSet: return try list(value.array, format)
    case let value as NSSet: return try list(value.allObjects, format)
    case let value as MutableObjects: return try list(Array(value), format)
    case let value as [Any]: return try list(value, format)
    case let value as Set<AnyHashable>: return try list(Array(value), format)
    default:
      throw .invalidPredicate(
        format, reason: "a \(Swift.type(of: value)) is no value that a store has")
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
