import StrataDescriptions

/// Writes `NSManagedObject` subclasses for a model's entities.
struct ManagedClassWriter {
  private let model: ManagedObjectModel
  private let style: ManagedSource.Style
  private let classes: [String: String]
  private let types: SwiftTypes
  private let layout = SourceLayout()
  private(set) var notes: [ModelNote] = []
  /// In Xcode's style, the extensions of each class.
  private(set) var extensions: [String] = []

  init(_ model: ManagedObjectModel, _ style: ManagedSource.Style) {
    self.model = model
    self.style = style
    var classes: [String: String] = [:]
    var taken: Set<String> = [Self.superclass]
    for entity in model.entities where classes[entity.name] == nil {
      let stated = entity.managedObjectClassName?.split(separator: ".").last.map(String.init)
      let wanted = stated.flatMap { Self.isOwn($0) ? $0 : nil } ?? entity.name
      var name = SwiftWord.identifier(wanted)
      if SwiftWord.takenTypes.contains(name) || SwiftWord.keywords.contains(name) {
        name += "Entity"
      }
      var number = 2
      let plain = name
      while !taken.insert(name).inserted {
        name = "\(plain)\(number)"
        number += 1
      }
      classes[entity.name] = name
      guard stated != name else { continue }
      notes.append(
        ModelNote(
          .warning, ModelPlace(entity: entity.name),
          "the model has \(stated.map { "the class \($0)" } ?? "no class") for it; make it \(name) there, so "
            + "that objects are of this class"))
    }
    self.classes = classes
    types = SwiftTypes(besides: Set(classes.values))
  }

  private static let superclass = "NSManagedObject"

  /// True if a class name is that of a custom class.
  private static func isOwn(_ name: String) -> Bool { name != superclass }

  mutating func declarations() -> [ModelSource.Declaration] {
    var seen: Set<String> = []
    let entities = model.entities.filter { seen.insert($0.name).inserted }.enumerated()
      .map { (depth: model.superentities(of: $0.element).count, $0) }
      .sorted { ($0.depth, $0.1.offset) < ($1.depth, $1.1.offset) }.map(\.1.element)
    return entities.map { entity in
      let name = classes[entity.name] ?? entity.name
      return ModelSource.Declaration(name: name, text: declare(entity, name))
    }
  }

  private mutating func declare(_ entity: EntityDescription, _ name: String) -> String {
    let above = entity.superentityName.flatMap { classes[$0] } ?? Self.superclass
    if style == .xcode { return declareLikeXcode(entity, SwiftWord.written(name), above) }
    let isFinal = model.subentities(of: entity).isEmpty && !entity.isAbstract
    var lines: [String] = []
    if entity.isAbstract {
      lines.append("/// Abstract: make objects of the classes that inherit from it.")
    }
    let header = "\(isFinal ? "final " : "")class \(SwiftWord.written(name)): \(above)"
    let properties = entity.properties.compactMap { property($0, entity) }
    if properties.isEmpty {
      lines.append(header + " {}")
    } else {
      lines.append(header + " {")
      for property in properties { lines += layout.lines(of: property, indent: "  ") }
      lines.append("}")
    }
    for accessors in accessors(of: entity, name) { lines += [""] + accessors.lines }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func declareLikeXcode(
    _ entity: EntityDescription, _ name: String, _ above: String
  ) -> String {
    let request = "NSFetchRequest<\(name)>"
    var lines = [
      "extension \(name) {",
      "  @nonobjc public class func fetchRequest() -> \(request) {",
      "    \(request)(entityName: \(SwiftWord.literal(entity.name)))", "  }",
    ]
    let properties = entity.properties.compactMap { property($0, entity) }
    if !properties.isEmpty { lines.append("") }
    for property in properties { lines += layout.lines(of: property, indent: "  ") }
    lines.append("}")
    for accessors in accessors(of: entity, name) { lines += [""] + accessors.lines }
    let text = lines.joined(separator: "\n") + "\n"
    extensions.append(text)
    // With the model's Category/Extension the developer has written the class.
    if entity.codeGeneration == .category { return text }
    return "public class \(name): \(above) {}\n\n" + text
  }

  /// The methods that add and remove members of the to-many relationships that an entity declares.
  private mutating func accessors(
    of entity: EntityDescription, _ name: String
  ) -> [MemberAccessors] {
    let inherited = model.superentities(of: entity).flatMap(\.relationships)
    var taken = Set(inherited.filter(\.isToMany).map { MemberAccessors.word(of: $0.name) })
    return entity.relationships.compactMap { relationship in
      guard relationship.isToMany, !relationship.isTransient,
        !inherited.contains(where: { $0.name == relationship.name }),
        let destination = relationship.destinationEntityName.flatMap({ classes[$0] })
      else { return nil }
      guard taken.insert(MemberAccessors.word(of: relationship.name)).inserted else {
        notes.append(
          ModelNote(
            .warning, ModelPlace(entity: entity.name, property: relationship.name),
            "another relationship has methods of the same names, such as "
              + "addTo\(MemberAccessors.word(of: relationship.name))(_:); this one has none"))
        return nil
      }
      return MemberAccessors(
        of: relationship, in: SwiftWord.written(name), SwiftWord.written(destination), types, style)
    }
  }

  private mutating func property(
    _ property: PropertyDescription, _ entity: EntityDescription
  ) -> ClassProperty? {
    let inherited = model.superentities(of: entity).flatMap(\.properties).map(\.name)
    guard !inherited.contains(property.name) else { return nil }
    let type: String
    switch property {
    case .attribute(let attribute):
      type = style == .xcode ? typeInXcode(of: attribute, entity) : self.type(of: attribute)
    case .relationship(let relationship):
      guard let destination = relationship.destinationEntityName.flatMap({ classes[$0] }) else {
        return left(out: property, of: entity)
      }
      let target = SwiftWord.written(destination)
      if !relationship.isToMany {
        type = target + "?"
      } else if style == .xcode {
        type = types.named(relationship.isOrdered ? "NSOrderedSet" : "NSSet") + "?"
      } else {
        type = relationship.isOrdered ? "[\(target)]" : "\(types.named("Set"))<\(target)>"
      }
    case .fetchedProperty(let fetched):
      guard let found = fetched.fetchRequest?.entityName.flatMap({ classes[$0] }) else {
        return left(out: property, of: entity)
      }
      type = "[\(SwiftWord.written(found))]"
    }
    var name = SwiftWord.identifier(property.name)
    if Self.taken.contains(name) || SwiftWord.takenProperties.contains(name)
      || name.hasPrefix("_$")
    {
      name += "Value"
    }
    return ClassProperty(
      attribute: ("@Managed", name == property.name ? [] : [SwiftWord.literal(property.name)]),
      access: style == .xcode ? "public " : "", name: SwiftWord.written(name), type: type)
  }

  private mutating func left(
    out property: PropertyDescription, of entity: EntityDescription
  ) -> ClassProperty? {
    notes.append(
      ModelNote(
        .warning, ModelPlace(entity: entity.name, property: property.name),
        "it has no value here, and is left out"))
    return nil
  }

  // As in Xcode's source: required numbers and Booleans aren't optional. All else is, since it may
  // be nil before it is set.
  private func type(of attribute: AttributeDescription) -> String {
    switch attribute.type {
    case .integer16, .integer32, .integer64, .double, .float, .boolean:
      let name = types.name(of: attribute.type) ?? "Int"
      return attribute.isOptional ? name + "?" : name
    case .composite: return "[\(types.named("String")): Any]?"
    case .undefined, .objectID: return "Any?"
    case .transformable where attribute.isTransient: return "Any?"
    default: return (types.name(of: attribute.type) ?? "Any") + "?"
    }
  }

  // Only numbers and Booleans can be scalars, and then they are never nil. All else is optional.
  private mutating func typeInXcode(
    of attribute: AttributeDescription, _ entity: EntityDescription
  ) -> String {
    switch attribute.type {
    case .integer64 where attribute.usesScalarValueType: return types.named("Int64")
    case .integer16, .integer32, .double, .float, .boolean:
      guard attribute.usesScalarValueType, let name = types.name(of: attribute.type) else {
        return types.named("NSNumber") + "?"
      }
      return name
    case .integer64: return types.named("NSNumber") + "?"
    case .decimal: return types.named("NSDecimalNumber") + "?"
    case .date where attribute.usesScalarValueType:
      noteType(of: attribute, entity, "Xcode has the number of its seconds; here it is a Date")
    case .transformable where !attribute.isTransient:
      noteType(
        of: attribute, entity,
        "Xcode has \(attribute.attributeValueClassName ?? "NSObject"); here it is the data that the "
          + "transformer makes")
    default: break
    }
    return type(of: attribute)
  }

  private mutating func noteType(
    of attribute: AttributeDescription, _ entity: EntityDescription, _ text: String
  ) {
    notes.append(
      ModelNote(.warning, ModelPlace(entity: entity.name, property: attribute.name), text))
  }

  /// The names of members that every object has.
  private static let taken: Set<String> = [
    "entity", "objectID", "managedEntity", "managedObjectContext", "isInserted", "isUpdated",
    "isDeleted", "isFault", "hasChanges", "hasPersistentChangedValues", "persistentBackingData",
  ]
}
