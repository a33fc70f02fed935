internal import Foundation

/// The members of a to-many relationship or fetched property, on which the rest of a key path is
/// evaluated.
struct KeyPathCollection {
  private let members: [NSManagedObject]
  private let isOrdered: Bool

  init(_ members: [NSManagedObject], isOrdered: Bool) {
    (self.members, self.isOrdered) = (members, isOrdered)
  }

  /// Evaluates a path for each member, or applies a collection operator such as `@sum`.
  func value(forKeyPath path: String) throws(ManagedObjectError) -> Any? {
    guard path.hasPrefix("@") else { return try values(path) }
    let (name, rest) = NSManagedObject.split(path)
    if name == "@count", rest == nil { return NSNumber(value: members.count) }
    guard let rest else {
      throw .unsupported("\(name) needs a key path behind it, as in \(name).name")
    }
    let values = try list(rest)
    switch name {
    case "@unionOfObjects": return values.compactMap(\.self)
    case "@distinctUnionOfObjects": return try distinct(values, name)
    case "@sum": return try sum(values, name)
    case "@avg":
      guard !values.isEmpty else { return NSNumber(value: 0) }
      return NSNumber(value: try sum(values, name).doubleValue / Double(values.count))
    case "@min":
      return try least(of: values) { (one, other) throws(ManagedObjectError) in
        try isBefore(one, other, name)
      }
    case "@max":
      return try least(of: values) { (one, other) throws(ManagedObjectError) in
        try isBefore(other, one, name)
      }
    default:
      throw .unsupported(
        "there is no \(name); the operators are @count, @sum, @avg, @min, @max, @unionOfObjects and "
          + "@distinctUnionOfObjects")
    }
  }

  private func list(_ path: String) throws(ManagedObjectError) -> [Any?] {
    var values: [Any?] = []
    for member in members { values.append(try member.value(forKeyPath: path)) }
    return values
  }

  private func values(_ path: String) throws(ManagedObjectError) -> Any {
    let values = try list(path)
    return isOrdered
      ? values.map { $0 ?? NSNull() } as [Any] : Set(try distinct(values, path)) as Any
  }

  private func distinct(
    _ values: [Any?], _ path: String
  ) throws(ManagedObjectError) -> [AnyHashable] {
    var seen: Set<AnyHashable> = []
    var found: [AnyHashable] = []
    for case let value? in values {
      guard let value = value as? AnyHashable else {
        throw .unsupported(
          "\(path) can't tell values of \(type(of: value)) apart; ask for their elements")
      }
      if seen.insert(value).inserted { found.append(value) }
    }
    return found
  }

  /// Adds up numbers. Nil values count as zero, as in key-value coding on Apple's platforms.
  private func sum(_ values: [Any?], _ name: String) throws(ManagedObjectError) -> NSNumber {
    var exact: Decimal? = 0
    var sum = 0.0
    for case let value? in values {
      guard let number = GivenNumber(value) else {
        throw .unsupported("\(name) needs numbers, and not a \(type(of: value))")
      }
      sum += number.double
      exact = number.exact.flatMap { number in exact.map { $0 + number } }
    }
    return exact.map { NSDecimalNumber(decimal: $0) } ?? NSNumber(value: sum)
  }

  private func least(
    of values: [Any?], _ isBefore: (Any, Any) throws(ManagedObjectError) -> Bool
  ) throws(ManagedObjectError) -> Any? {
    var least: Any?
    for case let value? in values {
      guard let known = least else {
        least = value
        continue
      }
      if try isBefore(value, known) { least = value }
    }
    return least
  }

  private func isBefore(
    _ one: Any, _ other: Any, _ name: String
  ) throws(ManagedObjectError) -> Bool {
    switch (one, other) {
    case (let one as String, let other as String): return one < other
    case (let one as Date, let other as Date): return one < other
    case (let one as NSNumber, let other as NSNumber):
      return one.compare(other) == .orderedAscending
    default:
      throw .unsupported("\(name) can't put a \(type(of: one)) and a \(type(of: other)) in order")
    }
  }
}

extension GivenNumber {
  /// The number in decimal digits, or nil if it is a binary fraction.
  fileprivate var exact: Decimal? {
    if case .real = self { return nil }
    return decimal
  }
}
