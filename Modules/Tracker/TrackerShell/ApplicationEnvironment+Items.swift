internal import Strata
public import StrataApplication
public import StrataDomain
public import StrataShell
public import StrataTrackerModel

// Look-up of the items that lines name.
extension ApplicationEnvironment {
  /// Returns all items, sorted by name.
  public func items() throws -> [Item] {
    try context.fetch(FetchDescriptor<Item>()).sorted { $0.name.rawValue < $1.name.rawValue }
  }

  /// Returns the item with exactly this name, or nil if there is none.
  public func findItem(named name: ItemName) throws -> Item? {
    try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })).first
  }

  /// Returns the item with a name, ignoring case, or the only one whose name begins with it.
  ///
  /// - Parameter isWhole: True to require the whole name, as a command that deletes should.
  /// - Throws: A usage error with the items that match, or with the nearest name.
  public func item(named name: ArgumentValue, isWhole: Bool = false) throws -> Item {
    // An exact match is a look-up in the index. Only otherwise are all items loaded.
    if let wanted = ItemName(rawValue: name.text), let item = try findItem(named: wanted) {
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
    let similar = NearestName.similar(to: name.text, in: names)
    throw name.error(
      "there is no item “\(name.text)”",
      hint: similar.isEmpty
        ? (names.isEmpty ? "item add makes one" : "item list shows them")
        : "did you mean \(similar.joined(separator: " or "))?")
  }

  /// Returns the tag with a name, in any case.
  ///
  /// - Throws: A usage error for an unknown tag.
  public func tag(named name: ArgumentValue) throws -> Tag {
    guard !name.text.isEmpty else { throw name.error("a tag needs a name") }
    if let tag = try context.tag(namedIgnoringCase: name.text) { return tag }
    let names = try context.fetch(FetchDescriptor<Tag>()).map(\.name.rawValue)
    throw name.error(
      "there is no tag “\(name.text)”",
      hint: NearestName.find(name.text, in: names).map { "did you mean \($0)?" }
        ?? "tag list shows them")
  }
}
