internal import Foundation
package import StrataContexts

extension NSManagedObject {
  /// A value in a conflict, as ``value(forKey:)`` gives it. `NSNull` for none and for one that can't
  /// be read.
  package final func plainValue(of value: MergeConflict.Value, _ key: String) -> Any {
    switch value {
    case .object(let target):
      return target.flatMap { managedObjectContext?.object(with: $0) } ?? NSNull()
    case .columns(let columns):
      guard let attribute = managedEntity.place(of: key)?.attribute else { return NSNull() }
      do {
        return try attribute.value(of: columns[...]) ?? NSNull()
      } catch {
        record(
          .unreadableValue(entity: managedEntity.name, key: key, reason: "\(error)"), key)
        return NSNull()
      }
    }
  }
}
