import StrataDescriptions

/// Writes the classes of a model.
struct ClassWriter {
  private let model: ManagedObjectModel
  private let composites: [CompositeDescription]
  private let names: SwiftNames
  let types: SwiftTypes
  private let layout: SourceLayout
  private let indent = "  "
  private var writer: PropertyWriter
  private var constraints: ConstraintWriter
  private var ownNotes: [ModelNote] = []
  private var written: [String: [ClassProperty]] = [:]

  init(_ model: ManagedObjectModel, _ options: ModelSource.Options) {
    self.model = model
    composites = CompositeNames.all(in: model)
    names = SwiftNames(model, composites: composites, namespace: options.namespace?.name)
    types = SwiftTypes(besides: Set(names.classes.values).union(names.structs.values))
    // Lines in a namespace are indented by two more columns.
    layout = SourceLayout(width: options.namespace == nil ? 100 : 98)
    constraints = ConstraintWriter(model, names)
    writer = PropertyWriter(model, names, types, unique: constraints.singles)
  }

  /// All notes, in the order of their parts of the model.
  var notes: [ModelNote] { names.notes + ownNotes + writer.notes + constraints.notes }

  /// The classes' names, in the model's order.
  var classNames: [String] { entities.compactMap { names.classes[$0.name] } }

  // If two entities have the same name, only the first is used.
  private var entities: [EntityDescription] {
    var seen: Set<String> = []
    return model.entities.filter { seen.insert($0.name).inserted }
  }

  /// The entities with superentities first. Swift 6.3 crashes if a class that is `Hashable` through
  /// a protocol is declared after code that refers to its subclasses.
  private var ordered: [EntityDescription] {
    let above = Set(entities.compactMap(\.superentityName))
    let parents = entities.filter { above.contains($0.name) }
      .enumerated().map { (depth: model.superentities(of: $0.element).count, $0) }
      .sorted { ($0.depth, $0.1.offset) < ($1.depth, $1.1.offset) }.map(\.1.element)
    return parents + entities.filter { !above.contains($0.name) }
  }

  mutating func declarations() -> [ModelSource.Declaration] {
    noteTheModel()
    for entity in entities {
      let inherited = Set(
        model.superentities(of: entity).flatMap(\.properties).map(\.name))
      var own: [ClassProperty] = []
      for property in entity.properties {
        if inherited.contains(property.name) {
          ownNotes.append(
            ModelNote(
              .warning, ModelPlace(entity: entity.name, property: property.name),
              "it is inherited already, and declared once"))
        } else if let made = writer.property(property, of: entity.name) {
          own.append(made)
        }
      }
      written[entity.name] = own
    }
    var declarations = ordered.map { entity in
      ModelSource.Declaration(
        name: names.classes[entity.name] ?? entity.name, text: declare(entity))
    }
    for composite in composites {
      declarations.append(
        ModelSource.Declaration(
          name: names.structs[composite.name] ?? composite.name, text: declare(composite)))
    }
    return declarations
  }

  private mutating func noteTheModel() {
    for template in model.fetchRequestTemplates {
      ownNotes.append(
        ModelNote(
          .note, ModelPlace(),
          "the fetch request \(template.name) isn't source of a model, and left out"))
    }
    for configuration in model.configurations {
      ownNotes.append(
        ModelNote(
          .note, ModelPlace(),
          "the configuration \(configuration.name) isn't source of a model; give a "
            + "ModelConfiguration its classes: \(configuration.entityNames.joined(separator: ", "))"
        ))
    }
    for entity in entities {
      let place = ModelPlace(entity: entity.name)
      let infos =
        (entity.userInfo.isEmpty ? 0 : 1)
        + entity.properties.filter { !$0.underlying.userInfo.isEmpty }.count
      if infos > 0 {
        ownNotes.append(
          ModelNote(.note, place, "what the developer noted as user info is left out"))
      }
      if let former = entity.formerName {
        ownNotes.append(
          ModelNote(
            .warning, place,
            "it was called \(former); a class can't say so, so copy the objects in a version that has "
              + "both"))
      }
      if entity.versionHashModifier?.nonEmpty != nil {
        ownNotes.append(ModelNote(.note, place, "its hash modifier is left out"))
      }
    }
  }

  private mutating func declare(_ entity: EntityDescription) -> String {
    let name = SwiftWord.written(names.classes[entity.name] ?? entity.name)
    let chain = model.superentities(of: entity)
    let superclass = chain.first.flatMap { names.classes[$0.name] }
    let isFinal = model.subentities(of: entity).isEmpty && !entity.isAbstract
    var lines: [String] = []
    if entity.isAbstract {
      lines.append("/// Abstract: make objects of the classes that inherit from it.")
    }
    lines.append("@" + types.ofLibrary("Model", "Strata"))
    let header =
      "\(isFinal ? "final " : "")class \(name)\(superclass.map { ": \($0)" } ?? "")"
    lines += header.count + 2 > layout.width ? [header, "{"] : [header + " {"]
    let headerCount = lines.count
    let rules = constraints.lines(of: entity, className: name, types, layout)
    lines += rules
    let own = written[entity.name] ?? []
    if !rules.isEmpty, !own.isEmpty { lines.append("") }
    for property in own { lines += layout.lines(of: property, indent: indent) }
    if lines.count > headerCount { lines.append("") }
    lines += initializer(own, chain, indent)
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func parameters(_ properties: [ClassProperty]) -> [ClassParameter] {
    properties.filter(\.needsValue).map { ClassParameter(name: $0.name, type: $0.type) }
  }

  private func initializer(
    _ own: [ClassProperty], _ chain: [EntityDescription], _ indent: String
  ) -> [String] {
    let inherited = parameters(chain.reversed().flatMap { written[$0.name] ?? [] })
    let added = parameters(own)
    // Without parameters of its own the initializer overrides that of the superclass.
    let modifiers = !chain.isEmpty && added.isEmpty ? "override " : ""
    let parameters = (inherited + added).map(\.code)
    var body = added.flatMap { layout.assignment($0.name, indent: indent + "  ") }
    if !chain.isEmpty {
      body += layout.call(
        "super.init", inherited.map { "\($0.name): \($0.name)" }, indent: indent + "  ")
    }
    var lines = layout.initializer(modifiers, parameters, indent: indent)
    if body.isEmpty {
      lines[lines.count - 1] += "}"
      return lines
    }
    lines += body
    return lines + ["\(indent)}"]
  }

  private mutating func declare(_ composite: CompositeDescription) -> String {
    let name = SwiftWord.written(names.structs[composite.name] ?? composite.name)
    let codable = types.ofLibrary("Codable", "Swift")
    let hashable = types.ofLibrary("Hashable", "Swift")
    var lines = ["@" + types.ofLibrary("Composite", "Strata")]
    lines.append("struct \(name): \(codable), \(hashable) {")
    for element in composite.elements {
      guard let member = writer.member(element, of: composite.name) else { continue }
      lines += layout.lines(of: member, indent: indent)
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The source of a class's property.
struct ClassProperty {
  /// The comment lines above it.
  var comments: [String] = []
  /// The attribute, such as `@Attribute(.unique)`, with its arguments separate.
  var attribute: (name: String, arguments: [String])?
  /// The access level with a space behind it, or empty.
  var access = ""
  /// The name, in backticks if necessary.
  var name: String
  /// The type's source.
  var type: String
  /// The initial value's source, or nil for none.
  var initialValue: String?
  /// True if an initializer has to set the property.
  var needsValue: Bool { initialValue == nil && !type.hasSuffix("?") }
}

/// A parameter of a class's initializer.
struct ClassParameter: Equatable {
  let name: String
  let type: String

  var code: String { "\(name): \(type)" }
}
