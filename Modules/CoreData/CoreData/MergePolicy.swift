#if !canImport(ObjectiveC)
public import Foundation
import StrataContexts
public import StrataManagedObjects

/// The ways in which a save resolves conflicts.
public enum NSMergePolicyType: UInt, Sendable {
  /// The save fails if another context has changed the same property.
  case errorMergePolicyType = 0
  /// The other context's value of each property that both have changed is preserved.
  case mergeByPropertyStoreTrumpMergePolicyType = 1
  /// This context's value of each property that both have changed is saved.
  case mergeByPropertyObjectTrumpMergePolicyType = 2
  /// Objects are saved as they are in this context.
  case overwriteMergePolicyType = 3
  /// The unsaved changes of objects in conflict are discarded.
  case rollbackMergePolicyType = 4

  var policy: MergePolicy {
    switch self {
    case .errorMergePolicyType: .error
    case .mergeByPropertyStoreTrumpMergePolicyType: .mergeByPropertyStoreTrump
    case .mergeByPropertyObjectTrumpMergePolicyType: .mergeByPropertyObjectTrump
    case .overwriteMergePolicyType: .overwrite
    case .rollbackMergePolicyType: .rollback
    }
  }
}

// Unchecked, since a subclass may have properties of its own, and several contexts may call it at once, as
// in Core Data. This class has only a constant.
/// The policy by which a save resolves conflicts. Inherit from it to resolve them yourself, and call
/// `super` for what you leave to the policy's type.
open class NSMergePolicy: NSObject, @unchecked Sendable {
  /// The way in which conflicts are resolved that a subclass leaves.
  public let mergeType: NSMergePolicyType

  /// Creates a policy.
  public init(merge type: NSMergePolicyType) { mergeType = type }

  /// The policy that makes a save fail if another context has changed the same property.
  public static let error = NSMergePolicy(merge: .errorMergePolicyType)
  /// The policy that preserves the other context's value of each property that both have changed.
  public static let mergeByPropertyStoreTrump = NSMergePolicy(
    merge: .mergeByPropertyStoreTrumpMergePolicyType)
  /// The policy that saves this context's value of each property that both have changed.
  public static let mergeByPropertyObjectTrump = NSMergePolicy(
    merge: .mergeByPropertyObjectTrumpMergePolicyType)
  /// The policy that saves objects as they are in this context.
  public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
  /// The policy that discards the unsaved changes of objects in conflict.
  public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

  /// Resolves conflicts by the policy's type.
  ///
  /// - Parameter list: Objects of ``NSMergeConflict``.
  /// - Throws: The save's error, under the type that makes a save fail.
  open func resolve(mergeConflicts list: [Any]) throws {
    try resolve(optimisticLockingConflicts: list.compactMap { $0 as? NSMergeConflict })
  }

  /// Resolves conflicts with other contexts' saves by the policy's type.
  ///
  /// - Throws: The save's error, under the type that makes a save fail.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    guard mergeType != .errorMergePolicyType else {
      throw StackError.mergeConflicts(list.map(\.conflict))
    }
    for one in list {
      guard let context = one.context else { throw StackError.mergeConflicts(list.map(\.conflict)) }
      try context.resolve(one.conflict, by: mergeType.policy)
    }
  }

  /// Resolves conflicts of unique values by the policy's type, when the save goes on.
  ///
  /// - Throws: The save's error, under the type that makes a save fail.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    guard mergeType == .errorMergePolicyType, let first = list.first else { return }
    throw StackError.notUnique(first.conflict)
  }

  /// True for a policy of a subclass, which is asked at each conflict.
  fileprivate var isCustom: Bool { type(of: self) != NSMergePolicy.self }

  fileprivate static func plain(_ policy: MergePolicy) -> NSMergePolicy {
    switch policy {
    case .error: error
    case .mergeByPropertyStoreTrump: mergeByPropertyStoreTrump
    case .mergeByPropertyObjectTrump: mergeByPropertyObjectTrump
    case .overwrite: overwrite
    case .rollback: rollback
    }
  }
}

extension NSMergePolicy: ConflictResolver {
  /// Asks the subclass.
  package func resolve(_ conflicts: [MergeConflict], in context: NSManagedObjectContext) throws {
    try resolve(mergeConflicts: conflicts.map { NSMergeConflict($0, context) })
  }

  /// Asks the subclass, and then leaves the rest to the policy's type.
  package func resolve(
    _ conflicts: [UniqueConflict], in context: NSManagedObjectContext
  ) throws -> UniqueConflictPolicy {
    try resolve(constraintConflicts: conflicts.map { NSConstraintConflict($0, context) })
    return switch mergeType {
    case .errorMergePolicyType: .error
    case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: .upsert
    case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: .ignore
    }
  }
}

extension NSManagedObjectContext {
  /// The policy by which a save resolves conflicts: an ``NSMergePolicy``. The default makes the save
  /// fail.
  public var mergePolicy: Any {
    get {
      if let resolver { return resolver }
      return NSMergePolicy.plain(self.StrataManagedObjects::mergePolicy)
    }
    set {
      switch newValue {
      case let policy as NSMergePolicy:
        resolver = policy.isCustom ? policy : nil
        setMergePolicy(policy.mergeType.policy)
      case let policy as MergePolicy:
        resolver = nil
        setMergePolicy(policy)
      default:
        record(
          ManagedObjectError.unsupported(
            "a context's mergePolicy is an NSMergePolicy, and no \(type(of: newValue))"))
      }
    }
  }
}

/// A conflict of an object's unsaved changes with changes that another context has saved.
public final class NSMergeConflict: NSObject {
  /// The object.
  public let sourceObject: NSManagedObject
  /// The object's values in this context by property name, for the properties in conflict.
  public let objectSnapshot: [String: Any]?
  /// The values before the change, or nil if they aren't known.
  public let cachedSnapshot: [String: Any]?
  /// The values that the other context has saved, or nil if it has deleted the object.
  public let persistedSnapshot: [String: Any]?
  /// The number of the object's version that the change is based on. Always 0: versions aren't
  /// numbered.
  public let oldVersionNumber: Int
  /// The number of the saved version: 1, or 0 if the object was deleted.
  public let newVersionNumber: Int
  let conflict: MergeConflict
  /// The context whose save asks.
  private(set) weak var context: NSManagedObjectContext?

  init(_ conflict: MergeConflict, _ context: NSManagedObjectContext) {
    self.conflict = conflict
    self.context = context
    sourceObject = context.object(with: conflict.object)
    let object = sourceObject
    func snapshot(_ value: KeyPath<MergeConflict.Property, MergeConflict.Value?>) -> [String: Any]?
    {
      var values: [String: Any] = [:]
      for property in conflict.properties {
        guard let found = property[keyPath: value] else { return nil }
        values[property.name] = object.plainValue(of: found, property.name)
      }
      return values
    }
    objectSnapshot = snapshot(\.mine)
    cachedSnapshot = snapshot(\.original)
    persistedSnapshot = conflict.kind == .deletedElsewhere ? nil : snapshot(\.theirs)
    oldVersionNumber = 0
    newVersionNumber = conflict.kind == .deletedElsewhere ? 0 : 1
  }

  /// The object and the kind of conflict.
  public override var description: String { "\(conflict)" }
}

/// A conflict of a new or changed object with another one that has its unique values.
public final class NSConstraintConflict: NSObject {
  /// The names of the properties that are unique together.
  public let constraint: [String]
  /// Their values in conflict, by name.
  public let constraintValues: [String: Any]
  /// The stored object that has the values.
  public let databaseObject: NSManagedObject?
  /// The stored object's values.
  public let databaseSnapshot: [String: Any]?
  /// The objects of this context that have the values.
  public let conflictingObjects: [NSManagedObject]
  /// Their values.
  public let conflictingSnapshots: [[String: Any]]
  let conflict: UniqueConflict

  init(_ conflict: UniqueConflict, _ context: NSManagedObjectContext) {
    self.conflict = conflict
    constraint = conflict.properties
    let existing = context.object(with: conflict.existing)
    let own = context.object(with: conflict.object)
    databaseObject = existing
    conflictingObjects = [own]
    func values(_ object: NSManagedObject) -> [String: Any] {
      object.dictionaryWithValues(forKeys: Array(object.entity.attributesByName.keys))
    }
    databaseSnapshot = values(existing)
    conflictingSnapshots = [values(own)]
    constraintValues = own.dictionaryWithValues(forKeys: conflict.properties)
  }

  /// The objects and the values that they have in common.
  public override var description: String { "\(conflict)" }
}

/// The policy that makes a save fail if another context has changed the same property.
public let NSErrorMergePolicy = NSMergePolicy.error
/// The policy that saves this context's value of each property that both have changed.
public let NSMergeByPropertyObjectTrumpMergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// The policy that preserves the other context's value of each property that both have changed.
public let NSMergeByPropertyStoreTrumpMergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
/// The policy that saves objects as they are in this context.
public let NSOverwriteMergePolicy = NSMergePolicy.overwrite
/// The policy that discards the unsaved changes of objects in conflict.
public let NSRollbackMergePolicy = NSMergePolicy.rollback
#endif
