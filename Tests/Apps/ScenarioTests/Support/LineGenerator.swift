import StrataTestSupport

/// Makes lines that are right, nearly right, or not at all.
struct LineGenerator {
  var generator: SeededGenerator

  private static let names = [
    "Weight", "Mood", "Sleep", "Running", "'Ünïcödé 🏃'", "x", "''", "\"a\\nb\"", "--", "Item",
  ]
  private static let numbers = [
    "1", "-1", "0", "2.5", "1e308", "-1e308", "nan", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "5e-324", "0x10", "٣", "''", "true", "nil",
  ]
  private static let dates = [
    "2026-01-01", "2026-01-01T12:00:00+01:00", "9999-12-31", "0001-01-01", "2026-02-30", "now",
    "'2026-03-29 02:30'", "2026",
  ]
  private static let kinds = [
    "singleValue", "singleOption", "valueWithOption", "dualValues", "valueWithInterval",
    "optionWithInterval", "interval", "none",
  ]
  private static let entities = ["Item", "ItemData", "ItemOption", "Memo", "Tag", "Itme"]
  private static let properties = [
    "name", "kind", "unit", "memo", "item", "data", "tags", "items", "options", "text", "label",
    "optionID", "selection", "dataContent", "dataContent.type", "dataContent.startDate",
    "dataContent.endDate", "dataContent.value1", "dataContent.value2", "dataContent.optionID",
  ]
  private static let labels = ["happy", "sad", "HAPPY", "'two words'", "🙂", "''"]

  mutating func next() -> String {
    var line = template()
    // One line in eight is damaged.
    if generator.chance(1, in: 8) { line = damaged(line) }
    return line
  }

  private mutating func one(_ texts: [String]) -> String {
    texts[Int.random(in: 0..<texts.count, using: &generator)]
  }

  private mutating func object() -> String {
    one(Self.entities) + "/" + one(["1", "2", "3", "4", "33", "0", "-1", "9223372036854775807"])
  }

  private mutating func value() -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: one(Self.numbers)
    case 1: one(Self.dates)
    case 2: one(Self.kinds)
    case 3: object()
    case 4: one(Self.labels)
    default: one(Self.names)
    }
  }

  private mutating func predicate(_ depth: Int = 0) -> String {
    switch Int.random(in: 0..<(depth < 4 ? 12 : 9), using: &generator) {
    case 0: "name == \"Mood\""
    case 1: "dataContent.value1 \(one(["<", ">=", "!=", "BETWEEN {0,"])) \(one(Self.numbers))"
    case 2: "item.name CONTAINS[cd] \"o\""
    case 3: "ANY tags.name LIKE \"h*\""
    case 4: "\(one(Self.properties)) == \(value())"
    case 5: "memo != nil"
    case 6: "\(one(Self.properties)) IN {\(value()), \(value())}"
    case 7: "data.@count > \(one(Self.numbers))"
    case 8: one(["TRUEPREDICATE", "FALSEPREDICATE"])
    case 9: "NOT (\(predicate(depth + 1)))"
    case 10: "(\(predicate(depth + 1))) AND \(predicate(depth + 1))"
    default: "\(predicate(depth + 1)) OR (\(predicate(depth + 1)))"
    }
  }

  private mutating func optional(_ text: String) -> String {
    generator.chance(1, in: 2) ? text : ""
  }

  private mutating func query() -> String {
    let limits = one(["", " limit 3", " limit 0", " limit 5 offset 2", " limit \(Int64.max)"])
    return one(Self.entities) + optional(" where \(predicate())")
      + optional(" sort by \(one(Self.properties))\(optional(" desc"))") + limits
  }

  private mutating func template() -> String {
    switch Int.random(in: 0..<22, using: &generator) {
    case 0, 1:
      "item add \(one(Self.names)) --kind \(one(Self.kinds))" + optional(" --unit \(value())")
        + optional(" --option happy --option \(one(Self.labels))")
        + optional(" --tag health") + optional(" --memo \(value())")
    case 2, 3, 4, 5:
      "log \(one(Self.names)) " + optional(one(Self.numbers)) + " " + optional(one(Self.numbers))
        + optional(" --at \(one(Self.dates))") + optional(" --until \(one(Self.dates))")
        + optional(" --option \(one(Self.labels))") + optional(" --memo \(value())")
        + optional(" --select \(one(["0", "1,63", "64", "x"]))")
    case 6: "item rename \(one(Self.names)) \(one(Self.names))"
    case 7:
      one(["item delete --yes ", "item delete ", "item show ", "data list ", "stats "])
        + one(Self.names)
    case 8:
      "data edit \(one(["ItemData/1", "ItemData/2", "last", "0000", "33"])) \(optional(one(Self.numbers)))"
        + optional(" --option \(one(Self.labels))") + optional(" --memo ''")
    case 9: "data delete \(one(["ItemData/1", "ItemData/2", "last", "ffff", "x"]))"
    case 10: "tag \(one(["add", "remove"])) \(one(Self.names)) \(one(["health", "mind", "''"]))"
    case 11: "set \(object()) \(one(Self.properties)) \(value())"
    case 12: "set ItemData/\(one(["1", "2", "3"])) \(one(Self.properties)) \(value())"
    case 13: "fetch " + query()
    case 14: "count " + query()
    case 15: "explain " + query()
    case 16: "delete " + one([object(), query(), query()])
    case 17: "show " + object()
    case 18: "begin"
    case 19: one(["save", "rollback", "rollback", "status", "item list", "tag list"])
    case 20:
      one([
        "history", "history show 3", "check", "info", "schema", "export -", "author Ada",
        "format \(one(["table", "json", "csv"]))",
      ])
    default:
      "import sample:seattle-weather.csv --date date --item \(one(Self.names)):singleValue:wind"
        + one([" --dry-run", " --dry-run", " --strict --dry-run"])
    }
  }

  private mutating func damaged(_ line: String) -> String {
    var letters = Array(line)
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !letters.isEmpty {
      let place = Int.random(in: 0..<letters.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: letters.remove(at: place)
      case 1:
        letters.insert(
          Character(one(["'", "\"", "\\", "(", "{", "\t", "#", "é", "\u{1B}"])), at: place)
      case 2: letters.swapAt(place, Int.random(in: 0..<letters.count, using: &generator))
      default: letters.removeLast(letters.count - place)
      }
    }
    return String(letters)
  }
}
