import Foundation
import StrataDescriptions
import StrataSchema
import StrataSwiftParser

/// Reads the entities of classes.
struct SourceModelReader {
  private let types: SourceTypes
  private let classes: [String: SourceTypes.Declared]
  private(set) var unread: [ModelPlace: String] = [:]
  private(set) var computedDefaults: Set<ModelPlace> = []

  /// The stored form of a type's values.
  private enum Form {
    case attribute(AttributeType)
    case composite([AttributeDescription])
    case relationship(entity: String, isToMany: Bool)
    case unknown
  }

  init(_ types: SourceTypes, _ namespace: String?) throws(SourceModelError) {
    guard !types.classes.isEmpty else { throw .noClasses(namespace: namespace) }
    self.types = types
    let groups = Dictionary(grouping: types.classes) { ProgramClasses.name(of: $0.type) }
    for (name, declared) in groups.sorted(by: { $0.key < $1.key }) where declared.count > 1 {
      throw .severalVersions(
        class: name, namespaces: declared.map { $0.namespaces.last ?? $0.file.path })
    }
    classes = groups.compactMapValues(\.first)
  }

  mutating func read() -> ManagedObjectModel {
    var entities = types.classes.map { entity($0) }
    pairInverses(&entities)
    return ManagedObjectModel(entities: entities)
  }

  // MARK: Classes

  private mutating func entity(_ declared: SourceTypes.Declared) -> EntityDescription {
    let name = ProgramClasses.name(of: declared.type)
    var entity = EntityDescription(name: name, managedObjectClassName: name)
    entity.superentityName = declared.type.inheritedTypes.map {
      ProgramClasses.lastName($0.text)
    }.first { classes[$0] != nil }
    for member in declared.type.allMembers where !declared.file.isExcluded(member.range.lowerBound)
    {
      switch member {
      case .variable(let variable) where Self.isSaved(variable):
        for binding in variable.bindings {
          guard let property = property(binding, variable, declared, &entity) else { continue }
          entity.properties.append(property)
        }
      case .macroExpansion(let use): constrain(&entity, use)
      default: break
      }
    }
    return entity
  }

  private static func isSaved(_ variable: VariableDeclaration) -> Bool {
    !variable.isStatic && variable.attributes(named: "Transient").isEmpty
      && !variable.hasModifier("override") && !variable.hasModifier("lazy")
      && variable.bindings.first?.accessorBlock?.isComputed != true
  }

  /// Adds the groups of `#Unique` and `#Index`.
  private func constrain(_ entity: inout EntityDescription, _ use: MacroExpansion) {
    let name = use.name.text.split(separator: ".").last.map(String.init)
    guard name == "Unique" || name == "Index" else { return }
    for argument in use.arguments {
      let text = argument.value.text
      let paths = text.matches(of: /\\(?:\w+)?\.([\w?.`]+)/).map {
        $0.1.filter { $0 != "?" && $0 != "`" }
      }
      guard !paths.isEmpty else { continue }
      if name == "Unique" {
        entity.uniquenessConstraints.append(paths)
      } else {
        entity.indexes.append(
          FetchIndexDescription(
            name: "", elements: paths.map { FetchIndexElementDescription(property: $0) }))
      }
    }
  }

  // MARK: Properties

  private mutating func property(
    _ binding: Binding, _ variable: VariableDeclaration, _ declared: SourceTypes.Declared,
    _ entity: inout EntityDescription
  ) -> PropertyDescription? {
    guard let name = binding.name?.text else { return nil }
    let place = ModelPlace(entity: entity.name, property: name)
    let arguments = variable.attributes.filter {
      $0.baseName == "Attribute" || $0.baseName == "Relationship"
    }.flatMap(\.arguments)
    func has(_ option: String) -> Bool {
      arguments.contains {
        $0.label == nil && $0.value.text.split(separator: ".").last.map(String.init) == option
      }
    }
    func argument(_ label: String) -> String? {
      arguments.first { $0.label?.text == label }?.value.text
    }
    let text = binding.resolvedType?.text ?? binding.initialValue.flatMap { Self.type(of: $0.text) }
    let (base, isOptional) = Self.unwrapped(text ?? "")
    var form = form(of: base, declared)
    if arguments.contains(where: { $0.value.text.contains("transformable") }) {
      form = .attribute(.transformable)
    }
    if has("unique") { entity.uniquenessConstraints.append([name]) }
    if case .relationship(let destination, let isToMany) = form {
      var relationship = RelationshipDescription(
        name: name, destination: destination,
        minCount: argument("minimumModelCount").flatMap { Int($0) } ?? 0,
        maxCount: isToMany ? argument("maximumModelCount").flatMap { Int($0) } ?? 0 : 1,
        isOrdered: isToMany, isOptional: isOptional)
      relationship.renamingIdentifier = argument("originalName").flatMap(Self.literal)
      relationship.versionHashModifier = argument("hashModifier").flatMap(Self.literal)
      if let rule = argument("deleteRule")?.split(separator: ".").last {
        relationship.deleteRule = Schema.Relationship.DeleteRule(rawValue: String(rule)) ?? .nullify
      }
      relationship.inverseName = argument("inverse").flatMap { path in
        path == "nil" ? nil : path.split(separator: ".").last.map { $0.filter { $0 != "`" } }
      }
      return .relationship(relationship)
    }
    var attribute = AttributeDescription(name: name, type: .undefined, isOptional: isOptional)
    switch form {
    case .attribute(let type): attribute.type = type
    case .composite(let elements):
      attribute = AttributeDescription(name: name, composite: elements, isOptional: isOptional)
    case .unknown, .relationship: unread[place] = text ?? binding.initialValue?.text ?? "no type"
    }
    attribute.isTransient = has("ephemeral")
    attribute.allowsExternalBinaryDataStorage = has("externalStorage")
    attribute.preservesValueInHistoryOnDeletion = has("preserveValueOnDeletion")
    attribute.isIndexedBySpotlight = has("spotlight")
    attribute.allowsCloudEncryption = has("allowsCloudEncryption")
    attribute.renamingIdentifier = argument("originalName").flatMap(Self.literal)
    attribute.versionHashModifier = argument("hashModifier").flatMap(Self.literal)
    if let value = binding.initialValue?.text, value != "nil" {
      let known = Self.value(value, of: attribute.type)
      if known == nil { computedDefaults.insert(place) }
      attribute.defaultValue = known ?? .string(value)
    }
    return .attribute(attribute)
  }

  // MARK: Types

  private func form(of type: String, _ declared: SourceTypes.Declared, depth: Int = 0) -> Form {
    // An alias or a composite may lead to itself.
    guard depth < 16, !type.isEmpty else { return .unknown }
    if let element = Self.element(of: type) {
      let name = ProgramClasses.lastName(element)
      if classes[name] != nil { return .relationship(entity: name, isToMany: true) }
      return .attribute(.string)
    }
    if type.hasPrefix("[") || type.hasPrefix("Dictionary<") { return .attribute(.string) }
    guard !type.contains("<"), !type.contains("("), !type.contains(" ") else { return .unknown }
    let name = ProgramClasses.lastName(type)
    if classes[name] != nil { return .relationship(entity: name, isToMany: false) }
    if let found = types.declaration(name, near: declared) {
      return form(of: found, depth: depth)
    }
    if let other = types.alias(name) { return form(of: other, declared, depth: depth + 1) }
    return Self.plain[name].map { .attribute($0) } ?? .unknown
  }

  /// The form of a struct's or an enum's values.
  private func form(of declared: SourceTypes.Declared, depth: Int) -> Form {
    let type = declared.type
    let name = ProgramClasses.name(of: type)
    let conformances = types.conformances(of: name)
    // Its own code says which columns there are.
    guard !conformances.contains(where: { $0.hasSuffix("ColumnRepresentable") }) else {
      return .unknown
    }
    if !type.attributes(named: "Composite").isEmpty {
      return type.kind == .struct ? composite(declared, depth: depth) : .unknown
    }
    if type.kind == .enum {
      let raw = type.inheritedTypes.first.flatMap {
        Self.plain[ProgramClasses.lastName($0.text)]
      }
      if let raw { return .attribute(raw) }
    }
    if conformances.contains("RawRepresentable") || conformances.contains("OptionSet") {
      let raw = type.allMembers.lazy.compactMap { member -> String? in
        guard case .variable(let variable) = member else { return nil }
        return variable.bindings.first { $0.name?.text == "rawValue" }?.resolvedType?.text
      }.first
      return raw.map { form(of: $0, declared, depth: depth + 1) } ?? .unknown
    }
    return conformances.contains("Codable") ? .attribute(.string) : .unknown
  }

  private func composite(_ declared: SourceTypes.Declared, depth: Int) -> Form {
    var elements: [AttributeDescription] = []
    for case .variable(let variable) in declared.type.allMembers where Self.isSaved(variable) {
      for binding in variable.bindings {
        guard let name = binding.name?.text else { continue }
        let text =
          binding.resolvedType?.text ?? binding.initialValue.flatMap { Self.type(of: $0.text) }
        let (base, isOptional) = Self.unwrapped(text ?? "")
        switch form(of: base, declared, depth: depth + 1) {
        case .attribute(let type):
          elements.append(AttributeDescription(name: name, type: type, isOptional: isOptional))
        case .composite(let inner):
          elements.append(
            AttributeDescription(name: name, composite: inner, isOptional: isOptional))
        case .relationship, .unknown: return .unknown
        }
      }
    }
    return .composite(elements)
  }

  private static let plain: [String: AttributeType] = [
    "String": .string, "Bool": .boolean, "Int": .integer64, "Int64": .integer64,
    "UInt": .integer64, "UInt64": .integer64, "UInt32": .integer64, "Int32": .integer32,
    "UInt16": .integer32, "Int16": .integer16, "Int8": .integer16, "UInt8": .integer16,
    "Double": .double, "CGFloat": .double, "TimeInterval": .double, "Float": .float,
    "Decimal": .decimal, "Date": .date, "Data": .binaryData, "UUID": .uuid, "URL": .uri,
  ]

  /// A type without the optional around it.
  private static func unwrapped(_ type: String) -> (base: String, isOptional: Bool) {
    if type.hasSuffix("?") || type.hasSuffix("!") { return (String(type.dropLast()), true) }
    for prefix in ["Optional<", "Swift.Optional<"] where type.hasPrefix(prefix) {
      return (String(type.dropFirst(prefix.count).dropLast()), true)
    }
    return (type, false)
  }

  /// The element type of an array or a set, or nil for another type.
  private static func element(of type: String) -> String? {
    if type.hasPrefix("["), type.hasSuffix("]"), !type.contains(":") {
      return type.dropFirst().dropLast().trimmingCharacters(in: .whitespaces)
    }
    for prefix in ["Array<", "Set<", "Swift.Array<", "Swift.Set<"]
    where type.hasPrefix(prefix) && type.hasSuffix(">") {
      return type.dropFirst(prefix.count).dropLast().trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  /// The type of an initial value, as far as its text says it.
  private static func type(of value: String) -> String? {
    if value == "true" || value == "false" { return "Bool" }
    if value.hasPrefix("\"") { return "String" }
    let digits = value.drop { $0 == "-" }
    if digits.first?.isNumber == true {
      return digits.contains(".") || digits.contains("e") ? "Double" : "Int"
    }
    // `Date()`, `Kind.plain`.
    let name = value.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.first?.isUppercase == true && name.count < value.count ? String(name) : nil
  }

  /// The text of a string literal without escapes and interpolations, or nil for another expression.
  private static func literal(_ text: String) -> String? {
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    let inner = text.dropFirst().dropLast()
    return inner.contains("\\") || inner.contains("\"") ? nil : String(inner)
  }

  /// The value of a literal, or nil for another expression.
  private static func value(_ text: String, of type: AttributeType) -> AttributeValue? {
    let digits = text.filter { $0 != "_" }
    return switch type {
    case .boolean: Bool(text).map { .boolean($0) }
    case .string: literal(text).map { .string($0) }
    case .integer16, .integer32, .integer64: Int64(digits).map { .integer($0) }
    case .double, .float:
      digits.contains(where: \.isNumber) ? Double(digits).map { .double($0) } : nil
    case .decimal: Int64(digits).map { .decimal(Decimal($0)) }
    default: nil
    }
  }

  // MARK: Inverses

  /// Sets both ends of the pairs that one end names, and of those that two classes have with each other alone.
  private func pairInverses(_ entities: inout [EntityDescription]) {
    let positions = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    func ends() -> [(entity: Int, property: Int, relationship: RelationshipDescription)] {
      entities.indices.flatMap { entity in
        entities[entity].properties.enumerated().compactMap { index, property in
          guard case .relationship(let one) = property else { return nil }
          return (entity, index, one)
        }
      }
    }
    for (entity, _, one) in ends() {
      guard let inverse = one.inverseName,
        let target = one.destinationEntityName.flatMap({ positions[$0] })
      else { continue }
      set(inverse: one.name, of: inverse, &entities[target])
      _ = entity
    }
    let open = ends().filter { $0.relationship.inverseName == nil }
    let groups = Dictionary(grouping: open) {
      [entities[$0.entity].name, $0.relationship.destinationEntityName ?? ""]
    }
    for (way, group) in groups where way[0] != way[1] && group.count == 1 {
      guard let back = groups[way.reversed()], back.count == 1 else { continue }
      set(
        inverse: back[0].relationship.name, of: group[0].relationship.name,
        &entities[group[0].entity])
    }
  }

  private func set(inverse: String, of name: String, _ entity: inout EntityDescription) {
    guard let index = entity.properties.firstIndex(where: { $0.name == name }),
      case .relationship(var relationship) = entity.properties[index]
    else { return }
    relationship.inverseName = inverse
    entity.properties[index] = .relationship(relationship)
  }
}
