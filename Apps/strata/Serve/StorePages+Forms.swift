import Foundation
import StrataApplication
import StrataQuery
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStack

/// The forms: of an object, of a new one, and of a deletion.
extension StorePages {
  /// The number of members of a relationship that a deletion names, above its button.
  private static let effectCount = 20

  func change(_ request: HTTPRequest, _ editor: StoreEditor) throws -> HTTPResponse {
    let sent = request.method == "POST" ? try request.formValues() : nil
    if request.path == "/insert" {
      return try insert(entity(request.query["entity"] ?? ""), sent, editor)
    }
    let identifier = request.query["id"] ?? ""
    guard let shown = try shown(identifier) else { return try gone(identifier, sent) }
    return request.path == "/edit"
      ? try edit(shown, sent, editor) : try delete(shown, sent, editor)
  }

  /// The answer for an object that isn't there, with all that was typed.
  private func gone(_ identifier: String, _ sent: [String: String]?) throws -> HTTPResponse {
    // Only what may have been there is gone.
    guard let sent, (try? environment.object(ArgumentValue(identifier, column: 1))) != nil else {
      return try missing(identifier)
    }
    let typed: [HTML] = sent.filter { $0.key.hasPrefix("value:") }.sorted { $0.key < $1.key }.map {
      "<dt>\(String($0.key.dropFirst("value:".count)))</dt><dd>\($0.value)</dd>"
    }
    return layout(
      "Deleted", status: .conflict,
      [
        failure(ShellError("\(identifier) isn't in the store any more; nothing was saved")),
        typed.isEmpty ? "" : "<p>The form had:</p><dl>\(typed)</dl>",
      ])
  }

  private func edit(
    _ shown: Shown, _ sent: [String: String]?, _ editor: StoreEditor
  ) throws -> HTTPResponse {
    var form = ObjectForm(shown.entity)
    func page(_ form: ObjectForm, _ status: HTTPStatus, _ error: ShellError?) -> HTTPResponse {
      layout(
        shown.title, status: status,
        [
          "<h1>Edit \(form.names[shown.title].map { "\($0) · " } ?? "")\(shown.title)</h1>",
          error.map(failure) ?? "",
          """
          <form class="object" method="post" action="edit?id=\(query: shown.title)"><dl>\(form.markup)</dl>
          <button>Save</button> <a href="object?id=\(query: shown.title)">Back</a></form>
          """,
        ])
    }
    // A value that can't be read would look like none.
    if let fault = shown.fault {
      return layout(shown.title, status: .failed, ["<h1>\(shown.title)</h1>", failure(fault)])
    }
    for row in shown.rows {
      let value: ObjectForm.Value =
        if case .null = row[1] { nil } else { ObjectForm.normal(text(row[1])) }
      form.shown[text(row[0])] = value
    }
    try offer(&form, shown)
    guard let sent else { return page(form, .ok, nil) }
    try form.read(sent, needsShown: true)
    let outcome: StoreEditor.Outcome
    do {
      outcome = try editor.change(shown.entity, shown.key, form)
    } catch {
      return page(form, .failed, ShellError(error))
    }
    switch outcome {
    case .saved(let name): return saved(name)
    case .refused(let form, let error): return page(form, .badRequest, error)
    case .conflict(let form):
      return page(
        form, .conflict,
        ShellError("nothing was saved: others have changed the object since the form was shown"))
    case .missing: return try gone(shown.title, sent)
    }
  }

  private func insert(
    _ entity: Schema.Entity, _ sent: [String: String]?, _ editor: StoreEditor
  ) throws -> HTTPResponse {
    var form = ObjectForm(entity, isNew: true)
    func page(_ form: ObjectForm, _ status: HTTPStatus, _ error: ShellError?) -> HTTPResponse {
      layout(
        "New \(entity.name)", status: status,
        [
          "<h1>New \(entity.name)</h1>", error.map(failure) ?? "",
          """
          <form class="object" method="post" action="/insert?entity=\(query: entity.name)"><dl>\(form.markup)</dl>
          <button>Insert</button> <a href="entity?name=\(query: entity.name)">Back</a></form>
          """,
        ])
    }
    try offer(&form, nil)
    guard let sent else {
      for field in form.fields { form.shown[field.name] = initialValue(of: field) }
      return page(form, .ok, nil)
    }
    try form.read(sent, needsShown: false)
    let outcome: StoreEditor.Outcome
    do {
      outcome = try editor.insert(entity, form)
    } catch {
      return page(form, .failed, ShellError(error))
    }
    switch outcome {
    case .saved(let name): return saved(name)
    case .refused(let form, let error): return page(form, .badRequest, error)
    case .conflict(let form): return page(form, .conflict, nil)
    case .missing: return try missing(entity.name)
    }
  }

  /// The number of objects that a field of a relationship offers.
  private static let choiceCount = 200

  /// Adds the members of relationships, and the objects that they may lead to.
  private func offer(_ form: inout ObjectForm, _ shown: Shown?) throws {
    for index in form.members.indices {
      let name = form.members[index].relationship.name
      guard let row = shown?.rows.first(where: { text($0[0]) == name }),
        case .list(let cells) = row[1]
      else { continue }
      form.members[index].shown = cells.map { text($0) }
      form.members[index].count = shown?.counts[name] ?? cells.count
    }
    let destinations = Set(form.entity.relationships.map(\.destination))
    var found: [String: [String]] = [:]
    for name in destinations {
      guard let entity = environment.schema.entitiesByName[name] else { continue }
      var query = Query(entity: name).leavingOutDeleted(in: environment.schema)
      query.limit = Self.choiceCount
      found[name] = try StoredObjects(entity, environment).table(query).table.rows.map {
        text($0[0])
      }
    }
    var identifiers =
      [shown?.title].compactMap(\.self) + found.values.joined() + form.members.flatMap(\.shown)
    identifiers += form.shown.values.compactMap(\.self).filter { $0.contains("/") }
    form.names = try names(of: identifiers)
    form.choices = found.mapValues { objects in
      objects.map { (identifier: $0, name: form.names[$0]) }
    }
  }

  /// The value that a field of a new object has at first: the model's, and else what nobody types. A store of Strata
  /// records no initial values.
  private func initialValue(of field: ObjectForm.Field) -> ObjectForm.Value {
    guard case .attribute(let attribute) = field.property, let column = field.column else {
      return nil
    }
    if let index = attribute.columns.firstIndex(of: column), let values = attribute.defaultColumns,
      values.indices.contains(index), !values[index].isNull
    {
      return ObjectForm.normal(text(Cell(values[index], column)))
    }
    guard !field.isOptional else { return nil }
    return switch column.meaning {
    case .uuid: UUID().uuidString
    case .date: text(.date(.now))
    case .boolean: "false"
    default: nil
    }
  }

  private func delete(
    _ shown: Shown, _ sent: [String: String]?, _ editor: StoreEditor
  ) throws -> HTTPResponse {
    if let date = deletionDate(of: shown) {
      return layout(
        shown.title, status: sent == nil ? .ok : .conflict,
        [
          "<h1>\(shown.title)</h1>",
          "<p>It is deleted already: it has the date \(date) of its deletion.</p>",
        ])
    }
    let version = version(of: shown)
    func page(_ status: HTTPStatus, _ error: ShellError?) -> HTTPResponse {
      layout(
        "Delete \(shown.title)", status: status,
        [
          "<h1>Delete \(shown.title)?</h1>", error.map(failure) ?? "", effects(of: shown),
          """
          <form class="object" method="post" action="/delete?id=\(query: shown.title)">
          <input type="hidden" name="version" value="\(version)">
          <button>Delete</button> <a href="object?id=\(query: shown.title)">Back</a></form>
          """,
        ])
    }
    guard let sent else { return page(.ok, nil) }
    guard let shownVersion = sent["version"] else {
      throw HTTPRequest.Refusal(.badRequest, "the form doesn't say what the page has shown")
    }
    guard shownVersion == version else {
      return page(
        .conflict,
        ShellError("nothing was deleted: others have changed the object since the page was shown"))
    }
    do {
      guard try editor.delete(shown.entity, shown.key) else { return try gone(shown.title, sent) }
    } catch {
      return page(error is StackError ? .badRequest : .failed, ShellError(error))
    }
    return .redirect(to: ("/entity?name=\(query: shown.entity.name)" as HTML).markup)
  }

  /// A text that is another one when a value or a member of the object is.
  private func version(of shown: Shown) -> String {
    let digest = Digest()
    for row in shown.rows {
      for cell in row {
        if case .null = cell { digest.combine("null") } else { digest.combine("=" + text(cell)) }
      }
    }
    for (name, count) in shown.counts.sorted(by: { $0.key < $1.key }) {
      digest.combine("\(name)=\(count)")
    }
    return String(digest.value, radix: 16)
  }

  private func deletionDate(of shown: Shown) -> String? {
    guard let name = shown.entity.timestamp(.deletedAt)?.name,
      let row = shown.rows.first(where: { text($0[0]) == name })
    else { return nil }
    if case .null = row[1] { return nil }
    return text(row[1])
  }

  /// The effects of the delete rules on the objects that an object is related to. With the date of a deletion, its row
  /// and links stay, and so does an object that a cascade reaches.
  private func effects(of shown: Shown) -> HTML {
    let isByDate = shown.entity.timestamp(.deletedAt) != nil
    let members = Dictionary(
      shown.rows.map { (text($0[0]), $0[1]) }, uniquingKeysWith: { first, _ in first })
    let effects: [HTML] = shown.entity.relationships.compactMap { one in
      guard let cell = members[one.name] else { return nil }
      let count: Int
      switch cell {
      case .null: return nil
      case .list(let cells): count = shown.counts[one.name] ?? cells.count
      default: count = 1
      }
      guard count > 0 else { return nil }
      let objects = count == 1 ? "1 object" : "\(count) objects"
      if isByDate {
        guard one.deleteRule == .cascade,
          let destination = environment.schema.entitiesByName[one.destination],
          hasDeletionDates(destination)
        else { return nil }
        return """
          <dt>\(one.name) (\(one.deleteRule.rawValue))</dt><dd>\(objects) will get the date of the deletion, too: \(value(cell, isLink: true, isShort: true, upTo: Self.effectCount, of: count))</dd>
          """
      }
      let effect =
        switch one.deleteRule {
        case .cascade: "\(objects) will be deleted, too, and what their own rules delete"
        case .deny: "it can't be deleted while it leads to \(objects)"
        case .nullify: "\(objects) will lose the link to it"
        case .noAction: "the rule changes nothing in \(objects)"
        }
      return """
        <dt>\(one.name) (\(one.deleteRule.rawValue))</dt><dd>\(effect): \(value(cell, isLink: true, isShort: true, upTo: Self.effectCount, of: count))</dd>
        """
    }
    let list: HTML = effects.isEmpty ? "" : "<dl>\(effects)</dl>"
    if isByDate {
      return """
        <p>It gets the date of the deletion, and stays in the store with its links.</p>\(list)
        """
    }
    return effects.isEmpty ? "<p>No other object is linked to it.</p>" : list
  }

  private func saved(_ name: String) -> HTTPResponse {
    .redirect(to: ("/object?id=\(query: name)" as HTML).markup)
  }
}
