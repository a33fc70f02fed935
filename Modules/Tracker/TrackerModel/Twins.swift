public import Strata
internal import StrataDomain
internal import StrataModel
internal import StrataSchema
internal import Synchronization

// Names that differ in case only. People type names in any case, so of two such names neither
// could be meant for certain.

extension ModelContext {
  /// Returns the item with a name, or else one whose name differs in case only.
  ///
  /// - Complexity: One look-up in an index for an equal name, else O(number of items).
  public func item(namedIgnoringCase name: String) throws -> Item? {
    if let name = ItemName(rawValue: name) {
      let same = FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })
      if let item = try fetch(same).first { return item }
    }
    return try fetch(FetchDescriptor<Item>()).first { NameTwin.isPair($0.name.rawValue, name) }
  }

  /// Returns the tag with a name, or else one whose name differs in case only.
  ///
  /// - Complexity: O(number of tags).
  public func tag(namedIgnoringCase name: String) throws -> Tag? {
    let tags = try fetch(FetchDescriptor<Tag>())
    return tags.first { $0.name.rawValue == name }
      ?? tags.first { NameTwin.isPair($0.name.rawValue, name) }
  }
}

/// The error of a name that differs from another one in case only.
public struct NameTwin: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of object with its article: `an item`, `a tag` or `an option`.
  public let kind: String
  /// The name that exists.
  public let existing: String

  /// True if two names are equal in lower case, as equal ones are.
  public static func isPair(_ name: String, _ other: String) -> Bool {
    name.lowercased() == other.lowercased()
  }

  /// The message for people.
  public var description: String {
    "there is \(kind) “\(existing)” already, which differs in case only"
  }
}

// Saves validate names while no other process can save to a file. A store may have twins that
// earlier versions saved. They stay, since only new names are validated.

extension Item: ValidatedModel, LifecycleModel {
  /// Forgets the names that an earlier save has read.
  public func willSave() { NameIndex.forget("an item") }

  /// Validates a new name: it must differ from other items' names in more than case.
  ///
  /// - Throws: ``NameTwin``, or the fetch's error.
  public func validate(for operation: ValidationOperation) throws {
    guard operation != .delete, try hasChanges(at: \.name), let context = modelContext else {
      return
    }
    try NameIndex.refuseTwin(of: self, name.rawValue, "an item", in: context) {
      try context.fetch(FetchDescriptor<Item>()).map { (ObjectIdentifier($0), $0.name.rawValue) }
    }
  }
}

extension Tag: ValidatedModel, LifecycleModel {
  /// Forgets the names that an earlier save has read.
  public func willSave() { NameIndex.forget("a tag") }

  /// Validates a new name: it must differ from other tags' names in more than case.
  ///
  /// - Throws: ``NameTwin``, or the fetch's error.
  public func validate(for operation: ValidationOperation) throws {
    guard operation != .delete, try hasChanges(at: \.name), let context = modelContext else {
      return
    }
    try NameIndex.refuseTwin(of: self, name.rawValue, "a tag", in: context) {
      try context.fetch(FetchDescriptor<Tag>()).map { (ObjectIdentifier($0), $0.name.rawValue) }
    }
  }
}

extension ItemOption: ValidatedModel {
  /// Validates a new label: it must differ from those of the item's other options in more than case.
  ///
  /// - Throws: ``NameTwin``.
  public func validate(for operation: ValidationOperation) throws {
    guard operation != .delete, try hasChanges(at: \.label), let item else { return }
    let twin = item.options.first {
      $0 !== self && $0.label != label && NameTwin.isPair($0.label.rawValue, label.rawValue)
    }
    if let twin { throw NameTwin(kind: "an option", existing: twin.label.rawValue) }
  }
}

/// The names of all objects of a class, which a save reads once for all objects that it validates.
///
/// Without it a save of 20,000 new tags would read all tags 20,000 times.
private struct NameIndex: Sendable {
  /// The context that saves.
  let context: ObjectIdentifier
  /// The objects with their names, by the names in lower case.
  var names: [String: [ObjectIdentifier: String]]

  /// The index of the last save, by the kind of objects. Saves of several contexts at a time replace
  /// each other's, and read again.
  private static let last = Mutex<[String: NameIndex]>([:])

  /// Removes the index of a kind. Each save calls this before its transaction begins, so that its
  /// validation reads the names that are stored then.
  static func forget(_ kind: String) { last.withLock { $0[kind] = nil } }

  /// Throws if another object's name differs in case only. For equal names the store's constraint is
  /// responsible.
  static func refuseTwin(
    of object: some PersistentModel, _ name: String, _ kind: String, in context: ModelContext,
    reading: () throws -> [(ObjectIdentifier, String)]
  ) throws {
    let (context, object) = (ObjectIdentifier(context), ObjectIdentifier(object))
    if last.withLock({ $0[kind]?.context }) != context {
      var index = NameIndex(context: context, names: [:])
      for (object, name) in try reading() {
        index.names[name.lowercased(), default: [:]][object] = name
      }
      let read = index
      last.withLock { $0[kind] = read }
    }
    let same = last.withLock { $0[kind]?.names[name.lowercased()] } ?? [:]
    let twins = same.filter { $0.key != object && $0.value != name }.values
    if let twin = twins.min() { throw NameTwin(kind: kind, existing: twin) }
  }
}
