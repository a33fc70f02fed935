public import Foundation

extension KeyedArchive {
  /// An object in an archive, or a value in one, with access to the objects that it refers to.
  ///
  /// Objects may refer to each other in cycles. If you follow references, limit the depth or record
  /// each ``number``.
  public struct Node: Sendable {
    /// The archive of the object.
    public let archive: KeyedArchive
    /// The object's number in the archive, or nil for a value inside another.
    public let number: Int?
    /// The value with that number.
    public let value: PropertyListValue

    /// Follows a reference. Returns nil for `$null`, which denotes no object.
    init?(_ value: PropertyListValue, of archive: KeyedArchive) {
      self.archive = archive
      guard case .uid(let number) = value else {
        (self.number, self.value) = (nil, value)
        return
      }
      (self.number, self.value) = (number, archive.objects[number])
      if number == 0 || self.value == .null { return nil }
    }
  }
}

extension KeyedArchive.Node {
  /// The name of the object's class, or nil for a plain value.
  public var className: String? { classDescription?["$classname"]?.string }

  /// The names of the object's class and its superclasses, 32 at most. Empty for a plain value.
  public var classNames: [String] {
    classDescription?["$classes"]?.elements?.prefix(32).compactMap(\.string)
      ?? className.map { [$0] } ?? []
  }

  /// True if the object's class is the named one or inherits from it.
  public func isKind(of name: String) -> Bool { classNames.contains(name) || className == name }

  /// The value for a key, or nil if there is none.
  public subscript(key: String) -> KeyedArchive.Node? {
    value[key].flatMap { KeyedArchive.Node($0, of: archive) }
  }

  /// The keys of the object's values, sorted.
  public var keys: [String] {
    value.dictionary.map { $0.keys.filter { $0 != "$class" }.sorted() } ?? []
  }

  /// The number of the object's class, or nil for a plain value.
  var classNumber: Int? {
    if case .uid(let number)? = value["$class"] { number } else { nil }
  }

  private var classDescription: PropertyListValue? { classNumber.map { archive.objects[$0] } }
}

extension KeyedArchive.Node {
  /// The text of a string or mutable string, or nil for other objects.
  public var string: String? {
    if let text = value.string { return text }
    guard isKind(of: "NSString") else { return nil }
    return value["NS.string"]?.string
      ?? value["NS.bytes"]?.data.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of data or mutable data, or nil for other objects.
  public var data: Data? {
    if let data = value.data { return data }
    return isKind(of: "NSData") ? value["NS.data"]?.data ?? value["NS.bytes"]?.data : nil
  }

  /// The integer, or nil for other objects. Booleans are 1 and 0.
  public var integer: Int64? { value.integer }

  /// The Boolean, or nil for other objects. Numbers other than zero are true.
  public var boolean: Bool? { value.boolean }

  /// The objects of an array or a set, without nulls. Nil for other objects. O(number of objects).
  public var elements: [KeyedArchive.Node]? { places?.compactMap(\.self) }

  /// The objects of an array or a set, with nil for nulls. Nil for other objects. O(number of
  /// objects).
  public var places: [KeyedArchive.Node?]? {
    if let elements = value.elements { return elements.map { .init($0, of: archive) } }
    guard ["NSArray", "NSSet", "NSOrderedSet"].contains(where: isKind) else { return nil }
    return listed("NS.objects", or: "NS.object.").map { .init($0, of: archive) }
  }

  /// The keys and values of a dictionary, in the archive's order. Nil for other objects. A nil key
  /// is an error in the archive. O(number of objects).
  public var entries: [(key: KeyedArchive.Node?, value: KeyedArchive.Node?)]? {
    guard isKind(of: "NSDictionary") else { return nil }
    let keys = listed("NS.keys", or: "NS.key.")
    return zip(keys, listed("NS.objects", or: "NS.object.")).map { key, value in
      (.init(key, of: archive), .init(value, of: archive))
    }
  }

  /// A list under one key, or under numbered keys, as in ordered sets and old dictionaries.
  private func listed(_ key: String, or prefix: String) -> [PropertyListValue] {
    if let elements = value[key]?.elements { return elements }
    var elements: [PropertyListValue] = []
    while let element = value[prefix + "\(elements.count)"] { elements.append(element) }
    return elements
  }
}
