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

  let entity: Schema.Entity
  let fields: [Field]
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
    for name in values.keys where name.contains(":") {
      let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard ["value", "none", "was", "wasnone"].contains(String(parts[0])),
        names.contains(String(parts[1]))
      else { throw HTTPRequest.Refusal(.badRequest, "\(entity.name) has no field \(name)") }
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
    return markup
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
    if let choices = field.choices {
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
    return
      "<input \(name)\(mark) value=\"\(value)\" placeholder=\"\(field.hint)\" autocomplete=\"off\">"
  }
}

extension ObjectForm.Field {
  /// The values that a column may have, if they are few.
  fileprivate var choices: [String]? {
    switch column?.meaning {
    case .boolean: ["true", "false"]
    case .oneOf(let values): values.map { ObjectForm.text($0) }
    default: nil
    }
  }

  fileprivate var hint: String {
    switch property {
    case .attribute: column?.expectation ?? ""
    case .relationship(let one): "\(one.destination)/1"
    }
  }
}

extension ObjectForm {
  fileprivate nonisolated static func text(_ value: ColumnValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    default: "\(value)"
    }
  }
}
