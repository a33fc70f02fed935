import Foundation
import StrataApplication
import StrataQueryText
import StrataSchema
import StrataShell

/// The form of an object's attributes and to-one links.
///
/// The form repeats each value as it was when the page was made, so that a change by others in between is found. Values
/// that a browser would change, such as text with control characters, have no field.
@MainActor struct ObjectForm {
  /// A field: a column of an attribute, or a to-one relationship.
  struct Field {
    /// The name by which a property is set: `title`, `place.city`, `shelf`.
    let name: String
    let property: Schema.Property
    /// The column of an attribute. Nil for a relationship.
    let column: ColumnDescription?

    var isOptional: Bool {
      switch property {
      case .attribute: column?.isOptional ?? true
      case .relationship(let one): one.isOptional
      }
    }

    /// True for text that isn't restricted, whose empty value is a value.
    var isText: Bool {
      guard let column, column.storageClass == .text else { return false }
      switch column.meaning {
      case nil, .rawValue: return true
      default: return false
      }
    }
  }

  /// The text of a field's value, or nil for none.
  typealias Value = String?

  /// A to-many relationship, whose members are taken out by boxes and added by their identifiers.
  struct Members {
    let relationship: Schema.Relationship
    /// The members that the page shows.
    var shown: [String] = []
    /// The number of all members.
    var count = 0
    /// The members whose box is ticked.
    var dropped: Set<String> = []
    /// The identifiers of the objects to add, as they were typed.
    var added = ""
    var fault: ShellError?

    var isChanged: Bool { !dropped.isEmpty || !addedNames.isEmpty }
    /// The identifiers of the objects to add.
    var addedNames: [String] {
      added.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
    }
  }

  /// An object that a relationship may lead to, with the name by which people know it.
  typealias Choice = (identifier: String, name: String?)

  let entity: Schema.Entity
  let fields: [Field]
  var members: [Members]
  /// Objects that relationships may lead to, by the name of their entity. Others can be typed.
  var choices: [String: [Choice]] = [:]
  /// The names of the objects on the form.
  var names = DisplayNames()
  /// The values that the page has shown, by field.
  var shown: [String: Value] = [:]
  /// The values to show now, by field. Those of ``shown`` for the others.
  var given: [String: Value] = [:]
  /// A text beside a field that can't be taken, by field.
  var faults: [String: ShellError] = [:]

  /// - Parameter isNew: True for the form of a new object, whose times saves and deletions set.
  init(_ entity: Schema.Entity, isNew: Bool = false) {
    self.entity = entity
    fields = entity.properties.flatMap { property -> [Field] in
      switch property {
      case .attribute(let attribute):
        guard !attribute.isEphemeral, !attribute.isTransformable,
          !attribute.options.contains(.updatedAt),
          !isNew || !attribute.options.contains(where: Schema.Attribute.Option.timestamps.contains)
        else { return [] }
        return attribute.columns.filter(Self.isTyped).map {
          Field(
            name: $0.queryName(of: attribute.name),
            property: property, column: $0)
        }
      case .relationship(let one):
        return one.isToOne ? [Field(name: one.name, property: property, column: nil)] : []
      }
    }
    members = entity.relationships.filter { !$0.isToOne }.map { Members(relationship: $0) }
  }

  private static func isTyped(_ column: ColumnDescription) -> Bool {
    switch column.meaning {
    case .json, .bitmask, .unsigned: false
    case .uuid: true
    default: column.storageClass != .blob
    }
  }

  /// Reads the values of a form.
  ///
  /// - Parameter needsShown: True if each value needs the one that the page has shown beside it.
  /// - Throws: ``HTTPRequest/Refusal`` for a field that the entity hasn't.
  mutating func read(
    _ values: [String: String], needsShown: Bool
  ) throws(HTTPRequest.Refusal) {
    let names = Set(fields.map(\.name))
    for (name, value) in values where name.contains(":") {
      let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        .map(String.init)
      let index = members.firstIndex { $0.relationship.name == parts[1] }
      switch (parts[0], parts.count) {
      case ("value", 2), ("none", 2), ("was", 2), ("wasnone", 2):
        if names.contains(parts[1]) { continue }
      case ("add", 2):
        if let index {
          members[index].added = value
          continue
        }
      case ("drop", 3):
        if let index {
          members[index].dropped.insert(parts[2])
          continue
        }
      default: break
      }
      throw HTTPRequest.Refusal(.badRequest, "\(entity.name) has no field \(name)")
    }
    for field in fields {
      let name = field.name
      guard let text = values["value:\(name)"].map(Self.normal) else { continue }
      let was: Value = values["was:\(name)"].map(Self.normal)
      if was != nil || values["wasnone:\(name)"] != nil {
        shown[name] = .some(was)
      } else if needsShown {
        throw HTTPRequest.Refusal(
          .badRequest, "the form doesn't say what the page has shown of \(name)")
      }
      let isNone = values["none:\(name)"] != nil
      // Where there was no value, a typed one counts: else it would be lost.
      if isNone, was != nil || text.isEmpty {
        given[name] = .some(nil)
      } else if text.isEmpty, field.column == nil {
        given[name] = .some(nil)
      } else {
        given[name] = text
      }
    }
  }

  /// The text as a browser sends it back.
  static func normal(_ text: String) -> String {
    text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
  }

  /// The fields that were filled in otherwise than the page has shown them.
  var changed: [Field] {
    fields.filter { field in
      guard let given = given[field.name] else { return false }
      guard let shown = shown[field.name] else { return true }
      return given != shown
    }
  }

  /// The value of a field in the words of a command.
  func argument(_ field: Field) -> ArgumentValue {
    guard let text = given[field.name] ?? nil else { return ArgumentValue("nil", column: 1) }
    return ArgumentValue(text, column: 1, isQuoted: true)
  }

  // MARK: Markup

  /// The fields, as many as a browser can show.
  var markup: HTML {
    var markup: HTML = ""
    for (index, field) in fields.enumerated() {
      markup += row(field, number: index)
    }
    for (index, one) in members.enumerated() {
      markup += row(one, number: fields.count + index)
    }
    for (name, objects) in choices.sorted(by: { $0.key < $1.key }) {
      let options: [HTML] = objects.map {
        "<option value=\"\($0.identifier)\">\($0.name ?? "")</option>"
      }
      markup += "<datalist id=\"objects-\(name)\">\(options)</datalist>"
    }
    return markup
  }

  private func row(_ one: Members, number: Int) -> HTML {
    let name = one.relationship.name
    let boxes: [HTML] = one.shown.map { member in
      let mark: HTML = one.dropped.contains(member) ? " checked" : ""
      return """
        <li><label><input type="checkbox" name="drop:\(name):\(member)" value="1"\(mark)> take out \(
          names[member] ?? member)</label></li>
        """
    }
    let rest = one.count - one.shown.count
    let more: HTML = rest > 0 ? "<li>and \(rest) more</li>" : ""
    let fault: HTML =
      one.fault.map { error in
        "<p class=\"fault\" id=\"e\(number)\">\(error.message)\(error.hint.map { ": \($0)" } ?? "")</p>"
      } ?? ""
    let mark: HTML =
      one.fault == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"e\(number)\""
    return """
      <dt><label for="f\(number)">\(name)</label></dt>
      <dd><ul>\(boxes)\(more)</ul><input id="f\(number)" name="add:\(name)"\(mark) value="\(one.added)"
      list="objects-\(one.relationship.destination)" placeholder="add \(one.relationship.destination)/1" autocomplete="off">\(fault)</dd>
      """
  }

  /// True if a browser gives the text back as it is.
  private static func isFaithful(_ text: String) -> Bool {
    text.utf8.count <= 100_000
      && !text.unicodeScalars.contains { scalar in
        scalar != "\n" && scalar != "\t" && scalar != "\r"
          && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
      }
  }

  private func row(_ field: Field, number: Int) -> HTML {
    let name = field.name
    let value = given[name] ?? shown[name] ?? nil
    let was = shown[name]
    guard Self.isFaithful(value ?? ""), Self.isFaithful((was ?? nil) ?? "") else {
      return "<dt>\(name)</dt><dd class=\"none\">can't be shown in a field</dd>"
    }
    var hidden: HTML = ""
    switch was {
    case .some(.some(let text)):
      hidden = "<input type=\"hidden\" name=\"was:\(name)\" value=\"\(text)\">"
    case .some(.none): hidden = "<input type=\"hidden\" name=\"wasnone:\(name)\" value=\"1\">"
    case .none: break
    }
    let none: HTML =
      field.isOptional
      ? """
      <label class="nil"><input type="checkbox" name="none:\(name)" value="1"\(value == nil ? " checked" : "")> no value</label>
      """ : ""
    let fault: HTML =
      faults[name].map { error in
        "<p class=\"fault\" id=\"e\(number)\">\(error.message)\(error.hint.map { ": \($0)" } ?? "")</p>"
      } ?? ""
    return """
      <dt><label for="f\(number)">\(name)</label></dt>
      <dd>\(input(field, value ?? "", number))\(none)\(hidden)\(fault)</dd>
      """
  }

  private func input(_ field: Field, _ value: String, _ number: Int) -> HTML {
    let name: HTML = "id=\"f\(number)\" name=\"value:\(field.name)\""
    let mark: HTML =
      faults[field.name] == nil ? "" : " aria-invalid=\"true\" aria-describedby=\"e\(number)\""
    if let column = field.column, let choices = Self.choices(of: column) {
      let all = [""] + choices + (choices.contains(value) || value.isEmpty ? [] : [value])
      let options: [HTML] = all.map {
        $0 == value ? "<option selected>\($0)</option>" : "<option>\($0)</option>"
      }
      return "<select \(name)\(mark)>\(options)</select>"
    }
    if field.isText {
      // A browser leaves out the first line break.
      return
        "<textarea rows=\"\(min(12, value.count / 80 + value.count(where: { $0 == "\n" }) + 1))\" \(name)\(mark)>\n\(value)</textarea>"
    }
    var list: HTML = ""
    var note: HTML = ""
    if case .relationship(let one) = field.property {
      list = " list=\"objects-\(one.destination)\""
      note = names[value].map { " <span class=\"nil\">\($0)</span>" } ?? ""
    }
    return
      "<input \(name)\(mark)\(list) value=\"\(value)\" placeholder=\"\(field.hint)\" autocomplete=\"off\">\(note)"
  }
}

extension ObjectForm.Field {
  fileprivate var hint: String {
    switch property {
    case .attribute: column?.expectation ?? ""
    case .relationship(let one): "\(one.destination)/1"
    }
  }
}

extension ObjectForm {
  /// The values that a column may have, if they are few.
  nonisolated static func choices(of column: ColumnDescription) -> [String]? {
    switch column.meaning {
    case .boolean: ["true", "false"]
    case .oneOf(let values): values.map { text($0) }
    default: nil
    }
  }

  fileprivate nonisolated static func text(_ value: ColumnValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    default: "\(value)"
    }
  }
}
