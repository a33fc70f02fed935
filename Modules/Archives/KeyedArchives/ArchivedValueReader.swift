internal import Foundation

/// Makes trees of plain values of an archive's objects, within limits.
struct ArchivedValueReader {
  private let limits: ArchiveLimits
  private var left: Int
  /// The objects that the present one is in.
  private var enclosing: Set<Int> = []
  private var depth = 0

  init(limits: ArchiveLimits) {
    self.limits = limits
    left = limits.values
  }

  mutating func value(of node: KeyedArchive.Node?) throws(ArchiveError) -> ArchivedValue {
    left -= 1
    guard left >= 0 else { throw .tooLarge(what: "number of values", limit: limits.values) }
    guard let node else { return .null }
    if let value = Self.plainValue(of: node) { return value }
    if let number = node.number, !enclosing.insert(number).inserted {
      return .cycle(number: number)
    }
    depth += 1
    guard depth <= limits.depth else { throw .tooLarge(what: "nesting", limit: limits.depth) }
    defer {
      depth -= 1
      if let number = node.number { enclosing.remove(number) }
    }
    if let value = try collection(node) { return value }
    return try object(node)
  }

  private mutating func collection(
    _ node: KeyedArchive.Node
  ) throws(ArchiveError) -> ArchivedValue? {
    if let entries = node.entries {
      var values: [ArchivedValue.Entry] = []
      for (key, value) in entries {
        values.append(.init(key: try self.value(of: key), value: try self.value(of: value)))
      }
      return .dictionary(values)
    }
    guard let places = node.places else { return nil }
    var values: [ArchivedValue] = []
    for element in places { values.append(try value(of: element)) }
    if case .set = node.value { return .set(values) }
    return node.isKind(of: "NSSet") && !node.isKind(of: "NSOrderedSet")
      ? .set(values) : .array(values)
  }

  private mutating func object(_ node: KeyedArchive.Node) throws(ArchiveError) -> ArchivedValue {
    var fields: [String: ArchivedValue] = [:]
    for key in node.keys {
      // A long key may belong to many objects, and is looked at in each.
      left -= key.utf8.count / 64
      fields[key] = try value(of: node[key])
    }
    return .object(className: node.className ?? "", fields: fields)
  }

  /// The value of an object that holds no others; nil for one that does.
  private static func plainValue(of node: KeyedArchive.Node) -> ArchivedValue? {
    switch node.value {
    case .null: return .null
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .unsignedInteger(let number): return .unsignedInteger(number)
    case .real(let number): return .double(number)
    case .date(let date): return .date(date)
    case .data(let data): return .data(data)
    case .string(let text): return .string(text)
    case .uid, .array, .set: return nil
    case .dictionary: break
    }
    if node.isKind(of: "NSNull") { return .null }
    if let text = node.string { return .string(text) }
    if let data = node.data { return .data(data) }
    if let date = node.date { return .date(date) }
    if let uuid = node.uuid { return .uuid(uuid) }
    if let url = node.url { return .url(url) }
    if let decimal = node.decimal { return .decimal(decimal) }
    return nil
  }
}
