import StrataCompilerMessages
import StrataSwiftParser

/// The errors of the `#Search` declarations of a class, as far as its source shows them.
struct SearchDeclarations {
  private let model: ModelClass

  init(_ model: ModelClass) { self.model = model }

  /// An error for a second declaration, and for each property of another type than a text.
  var problems: [Problem] {
    let searches = model.constraints.filter { $0.kind == "Search" }
    var problems: [Problem] = []
    // Declarations in different clauses of an `#if` may never meet.
    for search in searches.filter({ $0.condition == nil }).dropFirst() {
      problems.append(
        Problem(
          "a class has one '#Search'; list all properties in it",
          model.node.position(at: search.expansion.keywordOffset)))
    }
    for search in searches {
      guard let list = search.expansion.arguments.first(where: { $0.label == nil }) else {
        continue
      }
      for name in names(in: list.value.text) {
        guard let property = model.properties.first(where: { $0.name == name }),
          let type = property.type, Self.isNoText(type)
        else { continue }
        problems.append(
          Problem(
            "'#Search' finds words in texts, and '\(name)' is of type '\(type)'; list properties of "
              + "type String or String?", model.node.position(at: list.value.offset)))
      }
    }
    return problems
  }

  // Other names may be aliases of String. The container checks the types themselves.
  private static func isNoText(_ type: String) -> Bool {
    let others: Set<String> = [
      "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32",
      "UInt64", "Float", "Double", "Decimal", "Date", "Data", "UUID", "URL",
    ]
    let plain = type.filter { !$0.isWhitespace && $0 != "?" }
    return others.contains(plain) || plain.hasPrefix("[")
  }

  /// The names of the properties in a list of key paths with one component.
  private func names(in list: String) -> [String] {
    list.filter { !$0.isWhitespace && $0 != "[" && $0 != "]" }.split(separator: ",").compactMap {
      let parts = $0.drop { $0 == "\\" }.split(separator: ".")
      guard parts.count == 1 || parts.count == 2 && parts[0] == model.type.name.text else {
        return nil
      }
      return parts.last.map(String.init)
    }
  }
}
