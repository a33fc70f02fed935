internal import Foundation

/// Converts an archive's objects to trees of plain values, within limits.
struct ArchivedValueReader {
  private let limits: ArchiveLimits
  private var left: Int
  /// The numbers of the objects that enclose the current one.
  private var enclosing: Set<Int> = []
  private var depth = 0
  /// The kind of each class, by the class's number.
  private var kinds: [Int: Kind] = [:]

  /// The Foundation classes that have a plain value.
  private enum Kind: String, CaseIterable {
    case null = "NSNull"
    case string = "NSString"
    case data = "NSData"
    case date = "NSDate"
    case uuid = "NSUUID"
    case url = "NSURL"
    case decimal = "NSDecimalNumber"
    case array = "NSArray"
    case orderedSet = "NSOrderedSet"
    case set = "NSSet"
    case dictionary = "NSDictionary"
    case other = ""
  }

  init(limits: ArchiveLimits) {
    self.limits = limits
    left = limits.values
  }

  mutating func value(of node: KeyedArchive.Node?) throws(ArchiveError) -> ArchivedValue {
    left -= 1
    guard left >= 0 else { throw .tooLarge(what: "number of values", limit: limits.values) }
    guard let node else { return .null }
    let kind = kind(of: node)
    if let value = Self.plainValue(of: node, kind) { return value }
    if let number = node.number, !enclosing.insert(number).inserted {
      return .cycle(number: number)
    }
    depth += 1
    guard depth <= limits.depth else { throw .tooLarge(what: "nesting", limit: limits.depth) }
    defer {
      depth -= 1
      if let number = node.number { enclosing.remove(number) }
    }
    switch kind {
    case .array, .orderedSet: return .array(try elements(node))
    case .set: return .set(try elements(node))
    case .dictionary: return .dictionary(try entries(node))
    default: return try object(node)
    }
  }

  private mutating func kind(of node: KeyedArchive.Node) -> Kind {
    switch node.value {
    case .array: return .array
    case .set: return .set
    default: break
    }
    guard let number = node.classNumber else { return .other }
    if let kind = kinds[number] { return kind }
    let kind = Kind.allCases.first { node.isKind(of: $0.rawValue) } ?? .other
    kinds[number] = kind
    return kind
  }

  private mutating func elements(
    _ node: KeyedArchive.Node
  ) throws(ArchiveError) -> [ArchivedValue] {
    var values: [ArchivedValue] = []
    for element in node.places ?? [] { values.append(try value(of: element)) }
    return values
  }

  private mutating func entries(
    _ node: KeyedArchive.Node
  ) throws(ArchiveError) -> [ArchivedValue.Entry] {
    var values: [ArchivedValue.Entry] = []
    for (key, value) in node.entries ?? [] {
      values.append(.init(key: try self.value(of: key), value: try self.value(of: value)))
    }
    return values
  }

  private mutating func object(_ node: KeyedArchive.Node) throws(ArchiveError) -> ArchivedValue {
    var fields: [String: ArchivedValue] = [:]
    for key in node.keys {
      // A long key may be shared by many objects, and each of them has to compare it.
      left -= key.utf8.count / 64
      fields[key] = try value(of: node[key])
    }
    return .object(className: node.className ?? "", fields: fields)
  }

  /// The value of an object without references, or nil if it has any.
  private static func plainValue(of node: KeyedArchive.Node, _ kind: Kind) -> ArchivedValue? {
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
    switch kind {
    case .null: return .null
    case .string: return node.string.map { .string($0) }
    case .data: return node.data.map { .data($0) }
    case .date: return node.date.map { .date($0) }
    case .uuid: return node.uuid.map { .uuid($0) }
    case .url: return node.url.map { .url($0) }
    case .decimal: return node.decimal.map { .decimal($0) }
    case .array, .orderedSet, .set, .dictionary, .other: return nil
    }
  }
}
