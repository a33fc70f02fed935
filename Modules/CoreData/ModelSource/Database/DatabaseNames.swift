/// Swift names of tables and columns: `order_items` becomes `OrderItems`, `SHIPPED_AT` becomes `shippedAt`.
struct DatabaseNames {
  /// The name of a table's class, before conflicts are resolved.
  static func className(_ table: String) -> String {
    let name = SwiftWord.identifier(words(table).map(capitalized).joined())
    let first = name.prefix(1).uppercased() + name.dropFirst()
    return isTaken(type: first) ? first + "Entity" : first
  }

  /// The name of a column's property, before conflicts are resolved.
  static func propertyName(_ column: String) -> String {
    let words = words(column)
    guard let first = words.first else { return SwiftWord.identifier(column) }
    let name = SwiftWord.identifier(
      uncapitalized(first) + words.dropFirst().map(capitalized).joined())
    if SwiftWord.takenProperties.contains(name) { return name + "Value" }
    if SwiftWord.isReservedByStore(name) { return "own_" + name }
    return name
  }

  /// The name of the relationship for a column with a key: `customer` for `customer_id`.
  static func relationshipName(_ column: String, to table: String) -> String {
    for suffix in ["_id", "_fk", "_key", "_uuid", "_pk"] {
      let isShorter = column.lowercased().hasSuffix(suffix) && column.count > suffix.count
      if isShorter { return propertyName(String(column.dropLast(suffix.count))) }
    }
    for suffix in ["Id", "ID", "FK"] where column.hasSuffix(suffix) && column.count > suffix.count {
      // `customerId`, but not `PAID`.
      let stem = column.dropLast(suffix.count)
      if stem.last?.isLowercase == true { return propertyName(String(stem)) }
    }
    return column.lowercased() == "id" ? propertyName(table) : propertyName(column)
  }

  /// The plural of an English noun, by its ending. A word that ends in s is taken for a plural.
  static func plural(_ word: String) -> String {
    if word.hasSuffix("s") { return word }
    if word == "parent" { return "children" }
    if word == "child" { return "children" }
    if word == "person" { return "people" }
    if ["x", "ch", "sh"].contains(where: word.hasSuffix) { return word + "es" }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
      return word.dropLast() + "ies"
    }
    return word + "s"
  }

  private static func isTaken(type: String) -> Bool {
    SwiftWord.takenTypes.contains(type) || SwiftWord.keywords.contains(type)
  }

  private static func words(_ name: String) -> [String] {
    let isUpper = !name.contains { $0.isLowercase }
    return name.split { !$0.isLetter && !$0.isNumber }.map {
      isUpper ? $0.lowercased() : String($0)
    }
  }

  private static func capitalized(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  /// `Name` becomes `name`, and `URLPath` becomes `urlPath`.
  private static func uncapitalized(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }
    guard capitals.count > 1, capitals.count < word.count else {
      return capitals.count == word.count
        ? word.lowercased() : word.prefix(1).lowercased() + word.dropFirst()
    }
    return capitals.dropLast().lowercased() + word.dropFirst(capitals.count - 1)
  }

  private var taken: Set<String> = []

  /// Returns a name that no other has, without regard to case, as the store's columns and tables.
  mutating func free(_ name: String) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }
}
