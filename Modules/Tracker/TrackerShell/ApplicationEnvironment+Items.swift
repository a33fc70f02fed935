internal import Strata
public import StrataApplication
public import StrataDomain
public import StrataShell
public import TrackerModel

// How commands find the items that lines name.
extension ApplicationEnvironment {
  /// All items, by name.
  public func items() throws -> [Item] {
    try context.fetch(FetchDescriptor<Item>()).sorted { $0.name.rawValue < $1.name.rawValue }
  }

  /// The item of a name, in the very same letters; nil when there is none.
  public func findItem(named name: ValidatedName) throws -> Item? {
    try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })).first
  }

  /// The item of a name, in other letters too, or of a beginning that only one has.
  ///
  /// - Parameter isWhole: Whether a beginning won't do, as for what deletes.
  /// - Throws: a usage error that names the items that could be meant, or the nearest.
  public func item(named name: ArgumentValue, isWhole: Bool = false) throws -> Item {
    // The others are looked at only where no item has the very name.
    if let wanted = ValidatedName(rawValue: name.text), let item = try findItem(named: wanted) {
      return item
    }
    let items = try self.items()
    let text = name.text.lowercased()
    let same = items.filter { $0.name.rawValue.lowercased() == text }
    if same.count == 1, let item = same.first { return item }
    let begun = items.filter { !text.isEmpty && $0.name.rawValue.lowercased().hasPrefix(text) }
    if begun.count == 1, let item = begun.first {
      guard isWhole else { return item }
      throw name.error(
        "there is no item “\(name.text)”", hint: "write its whole name: \(item.name)")
    }
    if begun.count > 1 {
      throw name.error(
        "“\(name.text)” is the beginning of \(begun.count) items",
        hint: "one of: \(begun.map(\.name.rawValue).joined(separator: ", "))")
    }
    let names = items.map(\.name.rawValue)
    let nearest = NearestName.find(name.text, in: names)
    throw name.error(
      "there is no item “\(name.text)”",
      hint: nearest.map { "did you mean \($0)?" }
        ?? (names.isEmpty ? "item add makes one" : "item list shows them"))
  }
}
