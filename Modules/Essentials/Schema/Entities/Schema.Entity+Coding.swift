extension Schema.Entity: Codable {
  /// The encoded form of an entity, without inherited members.
  struct Form: Codable {
    let name: String
    let originalName: String
    let superentity: String?
    let properties: [Schema.Property]
    let uniquenessConstraints: [[String]]
    let indices: [[String]]
    // Not encoded if nil, so that schemas without a search index have the same text and fingerprint
    // as ever.
    let search: Schema.SearchIndex?

    init(
      name: String, originalName: String, superentity: String?, properties: [Schema.Property],
      uniquenessConstraints: [[String]], indices: [[String]], search: Schema.SearchIndex?
    ) {
      self.name = name
      self.originalName = originalName
      self.superentity = superentity
      self.properties = properties
      self.uniquenessConstraints = uniquenessConstraints
      self.indices = indices
      self.search = search
    }

    init(_ entity: Schema.Entity, properties: [Schema.Property]? = nil) {
      name = entity.name
      originalName = entity.originalName
      superentity = entity.superentityName
      self.properties = properties ?? entity.ownProperties
      uniquenessConstraints = entity.ownUniquenessConstraints
      indices = entity.ownIndices
      search = entity.ownSearch
    }
  }

  convenience init(_ form: Form, superentity: Schema.Entity?) throws(SchemaError) {
    try self.init(
      name: form.name, originalName: form.originalName, superentity: superentity,
      properties: form.properties, uniquenessConstraints: form.uniquenessConstraints,
      indices: form.indices, search: form.search)
  }

  /// Decodes an entity with its superentities, and checks it.
  public convenience init(from decoder: any Decoder) throws {
    let forms = try decoder.singleValueContainer().decode([Form].self)
    guard let own = forms.last else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "there is no entity"))
    }
    let superentity = try forms.dropLast().reduce(nil as Schema.Entity?) { above, form in
      try Schema.Entity(form, superentity: above)
    }
    try self.init(own, superentity: superentity)
  }

  /// Encodes the entity after its superentities.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(lineage.map { Form($0) })
  }

  /// Creates entities from their encoded forms, each with its superentity.
  ///
  /// - Throws: ``SchemaError``.
  static func entities(_ forms: [Form]) throws(SchemaError) -> [Schema.Entity] {
    let byName = Dictionary(forms.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var made: [String: Schema.Entity] = [:]
    func make(_ form: Form, below: Set<String>) throws(SchemaError) -> Schema.Entity {
      if let entity = made[form.name] { return entity }
      var superentity: Schema.Entity?
      if let name = form.superentity {
        guard let above = byName[name], !below.contains(name) else {
          throw .unknownSuperentity(entity: form.name, superentity: name)
        }
        superentity = try make(above, below: below.union([form.name]))
      }
      let entity = try Schema.Entity(form, superentity: superentity)
      made[form.name] = entity
      return entity
    }
    var entities: [Schema.Entity] = []
    for form in forms { entities.append(try make(form, below: [form.name])) }
    return entities
  }
}
