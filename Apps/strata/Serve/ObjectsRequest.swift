import StrataApplication
import StrataQuery
import StrataQueryText
import StrataSQLite
import StrataSchema
import StrataShell

/// A request for a page of objects, from an address: conditions, sort order, page number and hidden columns.
struct ObjectsRequest {
  let entity: String
  /// A query, or words to find.
  let search: String
  let showsDeleted: Bool
  /// The column whose heading was clicked.
  var sort: String?
  var isDescending: Bool
  var page: Int
  /// The columns that aren't shown.
  var hidden: Set<String>
  /// The values that properties have: of a column, or an object that a relationship leads to. Nil for none.
  var values: [String: String?]

  /// The number of objects on a page.
  static let pageSize = 50
  /// The greatest number of objects to skip. Sums with it don't overflow, and no store has as many.
  static let most = 1 << 40

  /// - Throws: A usage error for a page that is none.
  init(_ values: [String: String]) throws(ShellError) {
    entity = values["name"] ?? ""
    search = values["q"] ?? ""
    showsDeleted = values["deleted"] == "1"
    sort = values["sort"]
    isDescending = values["down"] == "1"
    let text = values["page"] ?? "0"
    guard let page = Int(text), (0...Self.most / Self.pageSize).contains(page) else {
      throw ShellError("there is no page “\(text)”", kind: .usage)
    }
    self.page = page
    (hidden, self.values) = ([], [:])
    for (name, value) in values {
      let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      guard parts.count == 2 else { continue }
      switch (parts[0], value) {
      case ("hide", _): hidden.insert(parts[1])
      case ("is", _): self.values[parts[1]] = .some(value)
      case ("no", "1"): self.values[parts[1]] = .some(nil)
      default: break
      }
    }
  }

  /// The parts of the address besides the page, and besides the words of the search field.
  private var parts: [(name: String, value: String)] {
    var parts = [("name", entity)]
    if showsDeleted { parts.append(("deleted", "1")) }
    if let sort { parts.append(("sort", sort)) }
    if sort != nil, isDescending { parts.append(("down", "1")) }
    parts += hidden.sorted().map { ("hide.\($0)", "1") }
    parts += values.sorted { $0.key < $1.key }.map { name, value in
      value.map { ("is.\(name)", $0) } ?? ("no.\(name)", "1")
    }
    return parts
  }

  /// The values behind the question mark.
  var address: HTML {
    var all = parts
    if !search.isEmpty { all.insert(("q", search), at: 1) }
    if page > 0 { all.append(("page", "\(page)")) }
    let pairs: [HTML] = all.enumerated().map { index, part in
      let between: HTML = index == 0 ? "" : "&amp;"
      return "\(between)\(query: part.name)=\(query: part.value)"
    }
    return "\(pairs)"
  }

  /// The hidden fields of the search form.
  var hiddenFields: HTML {
    let fields: [HTML] = parts.filter { $0.name != "deleted" }.map {
      "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">"
    }
    return "\(fields)"
  }

  /// Returns a copy with a change, for the first page.
  func with(_ change: (inout ObjectsRequest) -> Void) -> ObjectsRequest {
    var copy = self
    copy.page = 0
    change(&copy)
    return copy
  }

  /// The condition that the objects meet by ``values``.
  ///
  /// - Throws: A usage error for a property that isn't there, or a value that it can't have.
  @MainActor func condition(in entity: Schema.Entity, _ environment: StoreEnvironment)
    throws(ShellError)
    -> [QueryExpression]
  {
    var conditions: [QueryExpression] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      conditions.append(try condition(name, value, entity, environment))
    }
    return conditions
  }

  @MainActor private func condition(
    _ name: String, _ value: String?, _ entity: Schema.Entity, _ environment: StoreEnvironment
  ) throws(ShellError) -> QueryExpression {
    for property in entity.properties {
      switch property {
      case .attribute(let attribute):
        let found = attribute.columns.first { $0.queryName(of: attribute.name) == name }
        guard let column = found, !attribute.isEphemeral else { continue }
        let reference = QueryExpression.ColumnReference(
          property: attribute.name, description: column)
        var literal = ColumnValue.null
        if let value {
          guard
            let parsed = column.value(of: value, timeZone: environment.output.timeZone)
          else {
            throw ShellError(
              "“\(value)” is not \(column.expectation), which \(name) is", kind: .usage)
          }
          literal = parsed
        }
        return .comparison(.equal, .column(QueryPath(), reference), .literal(literal))
      case .relationship(let one) where one.name == name:
        let key = try value.map { text throws(ShellError) in
          let found = try environment.object(ArgumentValue(text, column: 1))
          let destination = environment.schema.entitiesByName[one.destination]
          guard let destination,
            found.entity.isKind(of: destination) || destination.isKind(of: found.entity)
          else { throw ShellError("\(text) is no \(one.destination)", kind: .usage) }
          return found.key
        }
        if one.isToOne {
          let step = QueryPath.Step(relationship: name, destination: one.destination)
          return .comparison(
            .equal, .key(QueryPath(steps: [step])), .literal(key.map { .integer($0) } ?? .null))
        }
        let members = QueryCollection(
          owner: QueryPath(), entity: entity.name, relationship: name, destination: one.destination,
          variable: 1)
        guard let key else { return .not(.exists(members, .alwaysTrue)) }
        return .exists(
          members, .comparison(.equal, .key(QueryPath(variable: 1)), .literal(.integer(key))))
      default: continue
      }
    }
    throw ShellError("\(entity.name) has no property “\(name)”", kind: .usage)
  }
}
