import StrataSwiftParser

/// The types that sources declare, with the types around them.
struct SourceTypes {
  /// A declaration and its place.
  struct Declared {
    let type: TypeDeclaration
    /// The names of the types around it, the outermost first.
    let namespaces: [String]
    let file: ParsedSource
  }

  /// The classes with `@Model`, in the order of the files.
  let classes: [Declared]
  /// All other types, by name.
  private let others: [String: [Declared]]
  /// The types that extensions add conformances to, by name.
  private let conformances: [String: Set<String>]
  /// The types that names stand for.
  private let aliases: [String: String]

  init(_ sources: [ParsedSource], namespace: String?) {
    var classes: [Declared] = []
    var others: [String: [Declared]] = [:]
    var conformances: [String: Set<String>] = [:]
    var aliases: [String: String] = [:]
    for source in sources {
      let types = source.file.types.filter { !source.isExcluded($0.keywordOffset) }
      for type in types {
        let name = ProgramClasses.name(of: type)
        let around = types.filter {
          $0.range.lowerBound < type.range.lowerBound
            && type.range.upperBound <= $0.range.upperBound
        }
        let declared = Declared(
          type: type, namespaces: around.map { ProgramClasses.name(of: $0) }, file: source)
        conformances[name, default: []].formUnion(
          type.inheritedTypes.map { ProgramClasses.lastName($0.text) })
        for case .typeAlias(let alias) in type.allMembers {
          if let other = alias.type { aliases[alias.name.text] = other.text }
        }
        switch type.kind {
        case .extension: break
        case .class where !type.attributes(named: "Model").isEmpty:
          if namespace.map(declared.namespaces.contains) ?? true { classes.append(declared) }
        default: others[name, default: []].append(declared)
        }
      }
    }
    self.classes = Self.current(classes)
    self.others = others
    self.conformances = conformances
    self.aliases = aliases
  }

  /// The classes without those of older versions: types around a class whose name another has without a type around it.
  private static func current(_ classes: [Declared]) -> [Declared] {
    let outer = Set(
      classes.filter(\.namespaces.isEmpty).map { ProgramClasses.name(of: $0.type) })
    let older = Set(
      classes.filter { outer.contains(ProgramClasses.name(of: $0.type)) }
        .filter { !$0.namespaces.isEmpty }.map(\.namespaces))
    return classes.filter { !older.contains($0.namespaces) }
  }

  /// The declaration that a name means in a class, or nil if there is none, or there are several and none is nearer.
  func declaration(_ name: String, near place: Declared) -> Declared? {
    let found = others[name] ?? []
    let own = place.namespaces + [ProgramClasses.name(of: place.type)]
    let near = found.filter { own.starts(with: $0.namespaces) }
      .max { $0.namespaces.count < $1.namespaces.count }
    return near ?? (found.count == 1 ? found[0] : nil)
  }

  /// The types that a type inherits from or conforms to, with those of its extensions.
  func conformances(of name: String) -> Set<String> { conformances[name] ?? [] }

  /// The type that a name stands for, or nil if it is no alias within a type.
  func alias(_ name: String) -> String? { aliases[name] }
}
