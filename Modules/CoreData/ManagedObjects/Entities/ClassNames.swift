/// The classes that entities may claim, found by the names that models have for them.
struct ClassNames {
  private var types: [String: [(qualified: String, type: ManagedObject.Type)]] = [:]

  init(_ given: [ManagedObject.Type]) {
    var seen: Set<ObjectIdentifier> = []
    for type in given where seen.insert(ObjectIdentifier(type)).inserted {
      types["\(type)", default: []].append((String(reflecting: type), type))
    }
  }

  /// The class with a name; nil where there is none.
  ///
  /// Of several the one is meant whose module, or what it is declared in, the name says. Where there is one class
  /// alone, the module doesn't count: a model may say that of another product, or leave a point for the program's
  /// own.
  ///
  /// - Throws: ``ManagedObjectError/ambiguousClass(_:entity:classes:)``.
  func type(
    named name: String, of entity: String
  ) throws(ManagedObjectError) -> ManagedObject.Type? {
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
