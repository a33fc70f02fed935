@_spi(Query) import StrataBulk
import StrataApplication
import StrataCoreDataStores
import StrataDescriptions
import StrataQuery
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// The page of an entity's objects.
extension StorePages {
  /// The number of objects up to which a page says how many there are of which kind.
  private static let countedSize: Int64 = 100_000
  /// The number of objects by which a relationship's objects can be chosen.
  private static let facetSize = 12

  func objects(_ request: HTTPRequest) throws -> HTTPResponse {
    let asked = try ObjectsRequest(request.query)
    let entity = try entity(asked.entity)
    let form = try head(asked, entity)
    var whole: Query
    do {
      whole = try query(asked.search, of: entity)
      if let sort = asked.sort {
        let clause = "sort by \(sort)\(asked.isDescending ? " desc" : "")"
        whole.sort = try environment.queries.query(clause, entity: entity).sort
      }
      let conditions = try asked.condition(in: entity, environment)
      if !conditions.isEmpty {
        whole.predicate = .and(conditions + [whole.predicate].compactMap(\.self))
      }
      if !asked.showsDeleted { whole = whole.leavingOutDeleted(in: environment.schema) }
    } catch {
      return layout(entity.name, status: .badRequest, [form, failure(ShellError(error))])
    }
    var part = whole
    let skipped = asked.page * ObjectsRequest.pageSize
    let rest = whole.limit.map { max(0, $0 - skipped) }
    part.offset = min(whole.offset, ObjectsRequest.most) + skipped
    // One more says that there is another page.
    part.limit = min(ObjectsRequest.pageSize + 1, rest ?? .max)
    let (found, fault) = try StoredObjects(entity, environment).table(part)
    let shown = Array(found.rows.prefix(ObjectsRequest.pageSize))
    if let format = DataFormat(request.path) {
      return try data(Table(found.columns, rows: shown), format, fault)
    }
    let isCounted = try StoredSchemaTable(environment).count(entity) <= Self.countedSize
    return layout(
      entity.name, page: "entity?\(asked.address)",
      [
        form, fault.map(failure) ?? "", try facets(asked, entity, whole, isCounted: isCounted),
        try objectsTable(asked, entity, found.columns.map(\.name), shown),
        try pageLinks(
          asked, whole, shown: shown.count, hasMore: found.rows.count > shown.count,
          isCounted: isCounted),
        columnChoice(asked, found.columns.map(\.name), entity),
      ])
  }

  private func head(_ asked: ObjectsRequest, _ entity: Schema.Entity) throws -> HTML {
    let deleted: HTML =
      hasDeletionDates(entity)
      ? """
      <label><input type="checkbox" name="deleted" value="1"\(asked.showsDeleted ? " checked" : "")> with deleted ones</label>
      """ : ""
    let new: HTML =
      isEditable && !isAbstract(entity)
      ? "<p><a href=\"insert?entity=\(query: entity.name)\">New \(entity.name)</a></p>" : ""
    return """
      <h1>\(entity.name)</h1>\(new)
      <form action="entity">\(asked.hiddenFields)
      <input type="search" name="q" value="\(asked.search)" aria-label="Words, or a query"
      placeholder="words, or where … sort by …" autocomplete="off">
      \(deleted)<button>Find</button></form>\(try chosen(asked))
      """
  }

  /// The values that were chosen, each with a link that gives it up.
  private func chosen(_ asked: ObjectsRequest) throws -> HTML {
    let names = try names(of: asked.values.values.compactMap(\.self))
    let links: [HTML] = asked.values.sorted { $0.key < $1.key }.map { name, value in
      let next = asked.with { $0.values[name] = nil }
      return """
        <a href="entity?\(next.address)">\(name): \(value.map { names[$0] ?? $0 } ?? "–") ✕</a>
        """
    }
    return links.isEmpty ? "" : "<p class=\"pages\">only \(links)</p>"
  }

  private func objectsTable(
    _ asked: ObjectsRequest, _ entity: Schema.Entity, _ columns: [String], _ shown: [[Cell]]
  ) throws -> HTML {
    let links = linkNames(of: entity)
    let order = columnOrder(columns, of: entity).filter { !asked.hidden.contains(columns[$0]) }
    let linked = Set(columns.indices.filter { $0 > 0 && links.contains(columns[$0]) })
    let names = try names(
      of: shown.flatMap { row in [text(row[0])] + linked.map { text(row[$0]) } })
    let head: [HTML] = order.map {
      heading(columns[$0], of: entity, asked, headingClass($0, shown))
    }
    let rows: [HTML] = shown.map { row in
      let cells: [HTML] = order.map { index in
        let isLink = index == 0 || linked.contains(index)
        // The name of the object itself is in a column of its own.
        return tableCell(row[index], isLink: isLink, index == 0 ? DisplayNames() : names)
      }
      return "<tr>\(cells)</tr>"
    }
    return table(head, rows)
  }

  private func pageLinks(
    _ asked: ObjectsRequest, _ whole: Query, shown: Int, hasMore: Bool, isCounted: Bool
  ) throws -> HTML {
    let skipped = asked.page * ObjectsRequest.pageSize
    func link(_ page: Int, _ title: String) -> HTML {
      "<a href=\"entity?\(asked.with { $0.page = page }.address)\">\(title)</a>"
    }
    var range = shown == 0 ? "no objects" : "objects \(skipped + 1) to \(skipped + shown)"
    if isCounted, shown > 0, whole.limit == nil {
      let sql = try SQLQuery(whole, select: .count, tables: environment.store.tables)
      let count = try environment.reader.integers(sql).first ?? 0
      range += " of \(count)"
    }
    // Programs get all columns.
    var data = asked
    data.hidden = []
    let parts: [HTML] = [
      asked.page > 0 ? link(asked.page - 1, "← Previous") : "", "<span>\(range)</span>",
      hasMore ? link(asked.page + 1, "Next →") : "", dataLinks("entity", data.address),
    ]
    return "<p class=\"pages\">\(parts)</p>"
  }

  /// The query of the search field: one of the query language, or words that any text of an object has.
  private func query(_ text: String, of entity: Schema.Entity) throws -> Query {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let first = words.first?.lowercased(),
      !["where", "sort", "limit", "offset"].contains(first)
    else { return try environment.queries.query(text, entity: entity) }
    guard let predicate = TextSearch(words.joined(separator: " ")).predicate(in: entity) else {
      throw ShellError(
        "\(entity.name) has no texts to search",
        hint: "write a query, such as where PROPERTY > 5", kind: .usage)
    }
    return try environment.queries.query("where \(predicate)", entity: entity)
  }

  // MARK: Columns

  /// The order of a table's columns: those that programs need rather than people are last.
  func columnOrder(_ names: [String], of entity: Schema.Entity) -> [Int] {
    let machine = Set(
      entity.properties.flatMap { property -> [String] in
        guard case .attribute(let attribute) = property else { return [] }
        let isStamp = attribute.options.contains(where: Schema.Attribute.Option.timestamps.contains)
        return attribute.columns.filter { isStamp || $0.meaning == .uuid }
          .map { $0.queryName(of: attribute.name) }
      })
    return names.indices.filter { !machine.contains(names[$0]) }
      + names.indices.filter { machine.contains(names[$0]) }
  }

  /// A column's heading, which sorts by it if the query language can.
  private func heading(
    _ name: String, of entity: Schema.Entity, _ asked: ObjectsRequest, _ kind: HTML
  ) -> HTML {
    // Not by columns of subentities, or whose values have no order.
    guard (try? environment.queries.query("sort by \(name)", entity: entity)) != nil else {
      return "<th scope=\"col\"\(kind)>\(name)</th>"
    }
    let isSorted = asked.sort == name
    let isDown = isSorted && asked.isDescending
    let order: HTML = isSorted ? " aria-sort=\"\(isDown ? "descending" : "ascending")\"" : ""
    let next = asked.with {
      $0.sort = name
      $0.isDescending = isSorted && !isDown
    }
    let mark = isSorted ? (isDown ? " ▼" : " ▲") : ""
    return
      "<th scope=\"col\"\(kind)\(order)><a href=\"entity?\(next.address)\">\(name)\(mark)</a></th>"
  }

  /// Links that hide a column or show it again.
  private func columnChoice(
    _ asked: ObjectsRequest, _ columns: [String], _ entity: Schema.Entity
  ) -> HTML {
    let links: [HTML] = columnOrder(columns, of: entity).map { index in
      let name = columns[index]
      let isHidden = asked.hidden.contains(name)
      let next = asked.with {
        if isHidden { $0.hidden.remove(name) } else { $0.hidden.insert(name) }
      }
      return """
        <li><a href="entity?\(next.address)">\(isHidden ? "show" : "hide") \(name)</a></li>
        """
    }
    return
      "<details\(asked.hidden.isEmpty ? "" : " open")><summary>Columns</summary><ul>\(links)</ul></details>"
  }

  // MARK: Facets

  /// The values by which the objects can be chosen: of Booleans and enumerations, and the objects that to-one
  /// relationships lead to most often.
  private func facets(
    _ asked: ObjectsRequest, _ entity: Schema.Entity, _ whole: Query, isCounted: Bool
  ) throws -> HTML {
    var query = whole
    (query.sort, query.limit, query.offset) = ([], nil, 0)
    var rows: HTML = ""
    for property in entity.properties {
      switch property {
      case .attribute(let attribute) where !attribute.isEphemeral:
        for column in attribute.columns {
          guard let choices = ObjectForm.choices(of: column) else { continue }
          let name = column.queryName(of: attribute.name)
          let reference = QueryExpression.ColumnReference(
            property: attribute.name, description: column)
          let key = GroupedQuery.Value.column(.column(QueryPath(), reference), column)
          var values = (choices as [String?]).map { (value: $0, count: Int64?.none) }
          if isCounted {
            values = try groups(query, by: key).map { ($0.isNull ? nil : text($0.cell), $0.count) }
          }
          rows += row(name, values, asked) { "\($0)" }
        }
      case .relationship(let one) where one.isToOne && isCounted && !isOneToOne(one):
        let step = QueryPath.Step(relationship: one.name, destination: one.destination)
        let key = GroupedQuery.Value.object(QueryPath(steps: [step]), entity: one.destination)
        let found = try groups(query, by: key).prefix(Self.facetSize)
        let names = try names(of: found.map { text($0.cell) })
        rows += row(one.name, found.map { ($0.isNull ? nil : text($0.cell), $0.count) }, asked) {
          "\(names[$0] ?? $0)"
        }
      default: continue
      }
    }
    return rows.markup.isEmpty ? "" : "<dl class=\"facets\">\(rows)</dl>"
  }

  private func row(
    _ name: String, _ values: [(value: String?, count: Int64?)], _ asked: ObjectsRequest,
    _ title: (String) -> HTML
  ) -> HTML {
    // One value alone leaves no choice.
    guard values.count > 1, asked.values[name] == nil else { return "" }
    let links: [HTML] = values.map { value, count in
      let next = asked.with { $0.values[name] = .some(value) }
      let shown: HTML = value.map(title) ?? "–"
      let number: HTML = count.map { " <span>\($0)</span>" } ?? ""
      return "<li><a href=\"entity?\(next.address)\">\(shown)</a>\(number)</li>"
    }
    return "<dt>\(name)</dt><dd><ul>\(links)</ul></dd>"
  }

  /// A value that some objects have in common.
  private struct Group {
    let cell: Cell
    let count: Int64
    var isNull: Bool { cell == .null }
  }

  /// The numbers of objects by a value, the most frequent first.
  private func groups(_ query: Query, by key: GroupedQuery.Value) throws -> [Group] {
    let count = GroupedQuery.Aggregate(.count)
    let groups = try environment.reader.queryGroups(
      GroupedQuery(query, keys: [key], aggregates: [count]))
    return groups.map { group -> Group in
      var number: Int64 = 0
      if case .integer(let value)? = group.values.first { number = value }
      switch (group.keys.first, key) {
      case (.value(let value)?, .column(_, let column)):
        return Group(cell: Cell(value, column), count: number)
      case (.object(let object)?, _):
        return Group(cell: Cell(object.map { "\($0)" }), count: number)
      default: return Group(cell: .null, count: number)
      }
    }.sorted { $0.count > $1.count }
  }

  // MARK: Schema

  /// True if a model of Core Data lets no object be of this entity itself. A store of Strata doesn't record it.
  func isAbstract(_ entity: Schema.Entity) -> Bool {
    environment.origin?.model.entities.first { $0.name == entity.name }?.isAbstract ?? false
  }

  func linkNames(of entity: Schema.Entity) -> Set<String> {
    let kinds = environment.schema.entities.filter { $0.isKind(of: entity) }
    return Set(kinds.flatMap(\.relationships).map(\.name))
  }

  private func isOneToOne(_ relationship: Schema.Relationship) -> Bool {
    let destination = environment.schema.entitiesByName[relationship.destination]
    return destination?.relationships.first { $0.name == relationship.inverseName }?.isToOne == true
  }

  /// True if objects of an entity or of its subentities can have the date of a deletion.
  func hasDeletionDates(_ entity: Schema.Entity) -> Bool {
    environment.schema.entities.contains {
      $0.isKind(of: entity) && $0.timestamp(.deletedAt) != nil
    }
  }
}
