import StrataDescriptions
import StrataModelFiles
import StrataSQLite

// A type that our stores keep as JSON is a composite in SwiftData's stores, so its JSON has to be
// assembled.
extension AttributeColumns {
  /// SQL for a composite's value as JSON in the format of Swift's `Codable`. Nil if it isn't a
  /// composite.
  var json: String? { isComposite ? "CASE WHEN \(isThere) THEN \(jsonValue) END" : nil }

  private var jsonValue: String {
    guard isComposite else { return jsonLeaf }
    if attribute.isEnumeration { return jsonEnumeration }
    // `json_object` includes nulls, which Swift's decoding treats like missing members.
    let members = elements.map { "\(literal($0.attribute.name)), \($0.jsonMember)" }
    return "json_object(\(members.joined(separator: ", ")))"
  }

  private var jsonMember: String {
    isComposite ? "json(CASE WHEN \(isThere) THEN \(jsonValue) ELSE 'null' END)" : jsonLeaf
  }

  private var jsonEnumeration: String {
    // An enum with raw values is encoded as its raw value.
    if elements.count == 1, elements[0].attribute.name == attribute.name {
      return elements[0].jsonLeaf
    }
    let cases = elements.map { one in
      let payload = one.isComposite ? one.jsonValue : "json_object()"
      return
        "WHEN \(one.isThere) THEN json_object(\(literal(one.attribute.name)), json(\(payload)))"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }

  private var jsonLeaf: String {
    switch attribute.type {
    case .boolean:
      "json(CASE \(checked) WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)"
    case .uuid: "strata_uuid_text(\(checked))"
    case .decimal: "json(coalesce(\(checked), 'null'))"
    case .transformable: "json(coalesce(\(StoreFunctions.archived)(\(checked)), 'null'))"
    // Collections inside a struct are stored as JSON. Other bytes become base64, as in Swift's
    // encoding.
    case .binaryData: "json(coalesce(\(StoreFunctions.jsonData)(\(checked)), 'null'))"
    default: checked
    }
  }
}
