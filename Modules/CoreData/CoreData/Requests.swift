#if !canImport(ObjectiveC)
public import Foundation
public import StrataDescriptions
public import StrataManagedObjects
public import StrataModel

/// A request that a context executes.
public protocol NSPersistentStoreRequest: AnyObject {
  /// Executes the request with a context, which calls it.
  func _execute(in context: NSManagedObjectContext) throws -> any NSPersistentStoreResult
}

/// The result of a request, of the kind that belongs to the request.
public protocol NSPersistentStoreResult {}

extension BatchResult: NSPersistentStoreResult {}
extension NSPersistentHistoryResult: NSPersistentStoreResult {}
extension NSAsynchronousFetchResult: NSPersistentStoreResult {}

extension NSBatchInsertRequest: NSPersistentStoreRequest {
  /// Executes the request with a context, which calls it.
  public func _execute(in context: NSManagedObjectContext) throws -> any NSPersistentStoreResult {
    try context.StrataManagedObjects::execute(self)
  }
}

extension NSBatchUpdateRequest: NSPersistentStoreRequest {
  /// Executes the request with a context, which calls it.
  public func _execute(in context: NSManagedObjectContext) throws -> any NSPersistentStoreResult {
    try context.StrataManagedObjects::execute(self)
  }
}

extension NSBatchDeleteRequest: NSPersistentStoreRequest {
  /// Executes the request with a context, which calls it.
  public func _execute(in context: NSManagedObjectContext) throws -> any NSPersistentStoreResult {
    try context.StrataManagedObjects::execute(self)
  }
}

extension NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// Executes the request with a context, which calls it.
  public func _execute(in context: NSManagedObjectContext) throws -> any NSPersistentStoreResult {
    try context.StrataManagedObjects::execute(self)
  }
}

extension NSAsynchronousFetchRequest: NSPersistentStoreRequest {
  /// Executes the request with a context, which calls it.
  public func _execute(in context: NSManagedObjectContext) throws -> any NSPersistentStoreResult {
    context.StrataManagedObjects::execute(self)
  }
}

extension NSFetchRequest {
  /// Returns the request with another type of result: this one if it has the type, else one of the same content.
  ///
  /// A request of this library knows its type, unlike Core Data's, so that `as! NSFetchRequest<Trip>` would fail. In
  /// sources for Apple's platforms, too, declare the function there with that cast, as `strata source adapt` does.
  public func casting<Other>(to type: NSFetchRequest<Other>.Type) -> NSFetchRequest<Other> {
    self as? NSFetchRequest<Other> ?? converted()
  }
}

extension NSFetchRequest: NSPersistentStoreRequest {
  /// Throws an error: a fetch has results of its own type.
  public func _execute(in context: NSManagedObjectContext) throws -> any NSPersistentStoreResult {
    throw ManagedObjectError.unsupported(
      "a fetch request isn't executed by execute(_:), which has no type for its objects; call fetch(_:)"
    )
  }
}

extension FetchRequestDescription.ResultType {
  /// The type `managedObject`.
  public static var managedObjectResultType: Self { .managedObject }
  /// The type `managedObjectID`.
  public static var managedObjectIDResultType: Self { .managedObjectID }
  /// The type `dictionary`.
  public static var dictionaryResultType: Self { .dictionary }
  /// The type `count`.
  public static var countResultType: Self { .count }
}

extension NSFetchRequest {
  /// Creates a request whose entity you set later.
  public convenience init() { self.init(entityName: "") }

  /// Creates a request for the objects of an entity.
  package convenience init(entity: NSEntityDescription) {
    self.init(entityName: entity.name ?? "")
    described = entity
  }

  /// The entity's name, or nil before it is set.
  public var entityName: String? { named.isEmpty ? nil : named }

  /// The entity. Nil if the request has only its name, and no coordinator uses a model with it.
  public var entity: NSEntityDescription? {
    get { described ?? OpenModels.knownEntity(named: named) }
    set {
      described = newValue
      named = newValue?.name ?? ""
    }
  }

  /// The values in dictionaries: names or descriptions of properties, key paths, and
  /// ``NSExpressionDescription``. Nil means all attributes, or all values that the objects are grouped
  /// by.
  public var propertiesToFetch: [Any]? {
    get { self.StrataManagedObjects::propertiesToFetch }
    set { self.StrataManagedObjects::propertiesToFetch = newValue.map(fetchedValues) }
  }

  /// The values that the objects of a group have in common, for a result with one dictionary for each
  /// group.
  public var propertiesToGroupBy: [Any]? {
    get { self.StrataManagedObjects::propertiesToGroupBy }
    set { self.StrataManagedObjects::propertiesToGroupBy = newValue.map(fetchedValues) }
  }

  /// Returns a request of the same content.
  public func copy() -> Any { copied() }

  /// Fetches with the context whose queue runs the caller.
  ///
  /// - Throws: As the context's `fetch(_:)`. `ManagedObjectError.unsupported(_:)` outside
  ///   `perform(_:)` and `performAndWait(_:)`.
  public func execute() throws -> [ResultType] {
    guard let context = NSManagedObjectContext.current else {
      throw ManagedObjectError.unsupported(
        "a request executes in a context's perform(_:) or performAndWait(_:); call it there, or the context's "
          + "fetch(_:)")
    }
    return try context.fetch(self)
  }
}

extension NSManagedObjectContext {
  /// Runs a body, and throws its error as an object.
  fileprivate func executing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as any _CocoaError {
      throw error._inContext(self)
    }
  }
}

/// The values that a fetch can have in dictionaries. A value of another type becomes a name that no
/// property has, so that the fetch's error shows it.
private func fetchedValues(_ values: [Any]) -> [any FetchedValue] {
  values.map { $0 as? any FetchedValue ?? "\($0)" }
}

extension NSManagedObjectContext {
  /// Executes a batch request, a request for the history, or an asynchronous fetch.
  ///
  /// Cast the result to that of the request: `NSBatchDeleteResult`, `NSPersistentHistoryResult` and so
  /// on.
  ///
  /// - Throws: `ManagedObjectError`, and the errors of reading and saving.
  @discardableResult
  public func execute(
    _ request: any NSPersistentStoreRequest
  ) throws -> any NSPersistentStoreResult { try executing { try request._execute(in: self) } }
}

/// A request whose result is an array.
private protocol FetchingRequest {
  func fetch(in context: NSManagedObjectContext) throws -> Any
}

extension NSFetchRequest: FetchingRequest {
  fileprivate func fetch(in context: NSManagedObjectContext) throws -> Any {
    try context.fetch(self)
  }
}

extension NSPersistentStoreCoordinator {
  /// Executes a request in a context. The result of a fetch is an array, that of another request a
  /// result of its kind.
  ///
  /// - Throws: As the context's `fetch(_:)` and `execute(_:)`.
  @discardableResult
  public func execute(
    _ request: any NSPersistentStoreRequest, with context: NSManagedObjectContext
  ) throws -> Any {
    if let fetch = request as? any FetchingRequest { return try fetch.fetch(in: context) }
    return try context.execute(request)
  }
}

// Core Data has a result type for each kind of batch request, with names of its own.
extension BatchResultType {
  /// The type `statusOnly`.
  public static var statusOnlyResultType: Self { .statusOnly }
  /// The type `objectIDs`.
  public static var updatedObjectIDsResultType: Self { .objectIDs }
  /// The type `count`.
  public static var updatedObjectsCountResultType: Self { .count }
}

/// The form of the result of a request that deletes objects.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Only that the request succeeded.
  case resultTypeStatusOnly = 0
  /// The identifiers of the deleted objects.
  case resultTypeObjectIDs = 1
  /// The number of deleted objects.
  case resultTypeCount = 2
}

extension NSBatchInsertRequest {
  /// Creates a request that inserts an object for each dictionary of values by property name.
  public convenience init(entity: NSEntityDescription, objects: [[String: Any]]) {
    self.init(entityName: entity.name ?? "", objects: objects)
  }

  /// Creates a request that inserts objects until a handler returns true.
  ///
  /// - Parameter handler: Sets a new object's values. Return true when there is nothing left to
  ///   insert. The object of that call isn't inserted.
  public convenience init(
    entity: NSEntityDescription,
    managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) { self.init(entityName: entity.name ?? "", managedObjectHandler: handler) }

  /// Creates a request that inserts objects until a handler returns true.
  ///
  /// - Parameter handler: Fills a dictionary with a new object's values by name. Return true when
  ///   there is nothing left to insert. The dictionary of that call isn't inserted.
  public convenience init(
    entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entityName: entityName) { (object: NSManagedObject) throws in
      let values = NSMutableDictionary()
      guard !handler(values) else { return true }
      for (key, value) in values {
        guard let key = key as? String else {
          throw ManagedObjectError.unsupported("a property's name is a text, and no \(key)")
        }
        try object.setGivenValue(value, forKey: key)
      }
      return false
    }
  }

  /// Creates a request that inserts objects until a handler returns true, as with a name.
  public convenience init(
    entity: NSEntityDescription,
    dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) { self.init(entityName: entity.name ?? "", dictionaryHandler: handler) }
}

extension NSBatchUpdateRequest {
  /// Creates a request for objects of an entity.
  public convenience init(entity: NSEntityDescription) {
    self.init(entityName: entity.name ?? "")
  }

  /// The attributes' new values, by name or by description. Use `NSNull` for nil.
  public var propertiesToUpdate: [AnyHashable: Any]? {
    get { Dictionary(uniqueKeysWithValues: newValues.map { (AnyHashable($0), $1) }) }
    set {
      newValues = [:]
      for (key, value) in newValue ?? [:] {
        let name = (key as? NSPropertyDescription)?.name ?? "\(key.base)"
        newValues[name] = value
      }
    }
  }
}

extension NSBatchDeleteRequest {
  /// The form of the result.
  public var resultType: NSBatchDeleteRequestResultType {
    get {
      switch self.StrataManagedObjects::resultType {
      case .statusOnly: .resultTypeStatusOnly
      case .objectIDs: .resultTypeObjectIDs
      case .count: .resultTypeCount
      }
    }
    set {
      self.StrataManagedObjects::resultType =
        switch newValue {
        case .resultTypeStatusOnly: .statusOnly
        case .resultTypeObjectIDs: .objectIDs
        case .resultTypeCount: .count
        }
    }
  }

  /// Creates a request that deletes the objects with some identifiers. Identifiers without a row
  /// are ignored.
  ///
  /// All are of one entity. Otherwise executing the request throws the error.
  public convenience init(objectIDs: [PersistentIdentifier]) { self.init(deleting: objectIDs) }
}

extension NSExpressionDescription {
  /// The type of a number in the result.
  public var expressionResultType: NSAttributeType {
    get { NSAttributeType(resultType) }
    set { resultType = newValue.type }
  }

  /// The type of a number in the result, under its newer name.
  public var resultType: AttributeType {
    get { self.StrataManagedObjects::expressionResultType }
    set { self.StrataManagedObjects::expressionResultType = newValue }
  }
}
#endif
