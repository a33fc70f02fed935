import StrataSwiftParser

/// The classes of a program and which of them are managed objects'.
struct ProgramClasses {
  /// A type declaration in one of the files.
  struct Place {
    let file: Int
    let type: TypeDeclaration
  }

  /// The declarations of classes, by name without the enclosing types.
  private var declarations: [String: [Place]] = [:]
  /// The names of the classes that inherit from `NSManagedObject`.
  private var managed: Set<String> = ["NSManagedObject"]
  /// The names of the variables that a class and its extensions declare.
  private var variables: [String: Set<String>] = [:]
  /// The members of a class that its subclasses in the program override, by the class's name.
  private var overridden: [String: Set<String>] = [:]

  /// The names of the types that the program declares, type aliases included.
  private var typeNames: Set<String> = []

  /// True if the program has a type with a name, so that the name isn't another module's.
  func declares(_ name: String) -> Bool { typeNames.contains(name) }

  init(_ sources: [ParsedSource]) {
    for source in sources {
      let tokens = source.file.tokens
      for (word, name) in zip(tokens, tokens.dropFirst())
      where ["class", "struct", "enum", "actor", "protocol", "typealias"].contains(word.text) {
        typeNames.insert(name.text)
      }
    }
    var overrides: [String: Set<String>] = [:]
    var marked: Set<String> = []
    for (index, source) in sources.enumerated() {
      for type in source.file.types where !source.isExcluded(type.keywordOffset) {
        let name = Self.name(of: type)
        if type.kind == .class {
          declarations[name, default: []].append(Place(file: index, type: type))
        }
        guard type.kind == .class || type.kind == .extension else { continue }
        for member in type.allMembers {
          if member.declaration?.hasModifier("override") == true {
            overrides[name, default: []].formUnion(member.keys)
          }
          guard case .variable(let variable) = member else { continue }
          variables[name, default: []].formUnion(variable.bindings.compactMap { $0.name?.text })
          if Self.isMarked(member) { marked.insert(name) }
        }
      }
    }
    for (name, keys) in overrides {
      for above in superclasses(of: name) { overridden[above, default: []].formUnion(keys) }
    }
    // Also a class whose superclass is of another module. But others, such as UserDefaults, have
    // such variables in extensions too.
    managed.formUnion(marked.filter { declarations[$0] != nil })
    var count = 0
    while count != managed.count {
      count = managed.count
      for (name, places) in declarations
      where places.contains(where: { Self.superclass(of: $0.type).map(managed.contains) ?? false })
      {
        managed.insert(name)
      }
    }
  }

  /// True for a class that inherits from `NSManagedObject`, and for its extensions.
  func isManaged(_ type: TypeDeclaration) -> Bool {
    switch type.kind {
    case .extension: return managed.contains(Self.name(of: type))
    // By its own superclass, since another class of the program may have its name.
    case .class:
      let name = Self.name(of: type)
      if Self.superclass(of: type).map(managed.contains) ?? false { return true }
      return managed.contains(name)
        && (declarations[name]?.count == 1 || type.allMembers.contains(where: Self.isMarked))
    default: return false
    }
  }

  /// The declarations of the class that an extension extends.
  func declarations(ofClassExtendedBy type: TypeDeclaration) -> [Place] {
    declarations[Self.name(of: type)] ?? []
  }

  func isClass(_ name: String) -> Bool { declarations[name] != nil }

  /// The names of the variables that a class and its extensions declare.
  func variables(of type: TypeDeclaration) -> Set<String> { variables[Self.name(of: type)] ?? [] }

  /// True if a subclass in the program overrides a member of an extension.
  func isOverridden(_ member: Member, of type: TypeDeclaration) -> Bool {
    guard let keys = overridden[Self.name(of: type)] else { return false }
    return !keys.isDisjoint(with: member.keys)
  }

  /// The names of a class's superclasses, as far as they are in the program.
  private func superclasses(of name: String) -> [String] {
    var names: [String] = []
    var next = declarations[name]?.first.flatMap { Self.superclass(of: $0.type) }
    while let one = next, one != name, !names.contains(one) {
      names.append(one)
      next = declarations[one]?.first.flatMap { Self.superclass(of: $0.type) }
    }
    return names
  }

  /// True if a superclass in the program declares `init(entity:insertInto:)`, or gets it.
  func inheritsEntityInitializer(_ type: TypeDeclaration) -> Bool {
    ([Self.superclass(of: type)].compactMap(\.self) + superclasses(of: Self.name(of: type)))
      .contains { name in
        guard let above = declarations[name]?.first else { return false }
        let initializers = EntityInitializer(above.type)
        return initializers.own != nil || initializers.isMissing
      }
  }

  /// The last part of a type's name, without generic arguments.
  static func name(of type: TypeDeclaration) -> String { lastName(type.name.text) }

  static func lastName(_ text: String) -> String {
    let plain = text.prefix { $0 != "<" }
    let last = plain.split(separator: ".").last ?? plain
    return last.filter { $0 != "`" && !$0.isWhitespace }
  }

  private static func isMarked(_ member: Member) -> Bool {
    guard case .variable(let variable) = member else { return false }
    return !variable.attributes(named: "NSManaged").isEmpty
  }

  private static func superclass(of type: TypeDeclaration) -> String? {
    type.inheritedTypes.first.map { lastName($0.text) }
  }
}

extension Member {
  /// The keys by which an override of the member is found: the names of variables, or a function's
  /// name with its labels.
  fileprivate var keys: [String] {
    switch self {
    case .variable(let variable): variable.bindings.compactMap { $0.name?.text }
    case .function(let function):
      [
        function.name.text + "("
          + function.signature.parameters.map { "\($0.label?.text ?? "_"):" }.joined() + ")"
      ]
    default: []
    }
  }
}

extension TypeDeclaration {
  /// The members, with those in `#if` clauses.
  var allMembers: [Member] { Self.all(members) }

  private static func all(_ members: [Member]) -> [Member] {
    members.flatMap { member -> [Member] in
      guard case .conditional(let conditional) = member else { return [member] }
      return conditional.clauses.flatMap { all($0.members) }
    }
  }
}
