/// The classes that a program passes, by the names that models use for them.
struct ClassNames {
  private var types: [String: [(qualified: String, type: NSManagedObject.Type)]] = [:]

  init(_ given: [NSManagedObject.Type]) {
    var seen: Set<ObjectIdentifier> = []
    for type in given where seen.insert(ObjectIdentifier(type)).inserted {
      types["\(type)", default: []].append((String(reflecting: type), type))
    }
  }

  /// Returns the class with a name, or nil if there is none.
  ///
  /// If several classes have the name, the module or enclosing type in it decides. If only one has
  /// it, the module is ignored: the model may name another product's module, or begin with a point
  /// for the current one.
  ///
  /// - Throws: ``ManagedObjectError/ambiguousClass(_:entity:classes:)``.
  func type(
    named name: String, of entity: String
  ) throws(ManagedObjectError) -> NSManagedObject.Type? {
    let words = name.split(separator: ".")
    guard let last = words.last, let found = types[String(last)] else { return nil }
    guard found.count > 1 else { return found.first?.type }
    let wanted = words.joined(separator: ".")
    let exact = found.filter {
      words.count > 1 && ($0.qualified == wanted || $0.qualified.hasSuffix("." + wanted))
    }
    guard exact.count == 1, let one = exact.first else {
      throw .ambiguousClass(name, entity: entity, classes: found.map(\.qualified).sorted())
    }
    return one.type
  }
}
