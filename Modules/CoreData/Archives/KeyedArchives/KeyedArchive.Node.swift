public import Foundation

extension KeyedArchive {
  /// An object of an archive, or a value in one, from which one goes on to others.
  ///
  /// Objects may refer to each other in circles: whoever follows references keeps count, or notes each
  /// ``number``.
  public struct Node: Sendable {
    /// The archive that it is in.
    public let archive: KeyedArchive
    /// The object's number in the archive; nil for a value that stands in another.
    public let number: Int?
    /// What stands there.
    public let value: PropertyListValue

    /// Follows a value; nil where there is no object, which archives call `$null`.
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
  /// The name of the object's class; nil for a plain value.
  public var className: String? { classDescription?["$classname"]?.string }

  /// The names of the object's class and those it inherits from, of which 32 count; empty for a plain
  /// value.
  public var classNames: [String] {
    classDescription?["$classes"]?.elements?.prefix(32).compactMap(\.string)
      ?? className.map { [$0] } ?? []
  }

  /// Whether the object is of a class, or of one that inherits from it.
  public func isKind(of name: String) -> Bool { classNames.contains(name) || className == name }

  /// What the object has under a key; nil for nothing.
  public subscript(key: String) -> KeyedArchive.Node? {
    value[key].flatMap { KeyedArchive.Node($0, of: archive) }
  }

  /// The keys under which the object has something, sorted.
  public var keys: [String] {
    value.dictionary.map { $0.keys.filter { $0 != "$class" }.sorted() } ?? []
  }

  /// The number of the object's class; nil for a plain value.
  var classNumber: Int? {
    if case .uid(let number)? = value["$class"] { number } else { nil }
  }

  private var classDescription: PropertyListValue? { classNumber.map { archive.objects[$0] } }
}

extension KeyedArchive.Node {
  /// The text of a string, of a mutable one too; nil for other objects.
  public var string: String? {
    if let text = value.string { return text }
    guard isKind(of: "NSString") else { return nil }
    return value["NS.string"]?.string
      ?? value["NS.bytes"]?.data.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of data, of mutable data too; nil for other objects.
  public var data: Data? {
    if let data = value.data { return data }
    return isKind(of: "NSData") ? value["NS.data"]?.data ?? value["NS.bytes"]?.data : nil
  }

  /// The whole number; nil for other objects. True and false are 1 and 0.
  public var integer: Int64? { value.integer }

  /// Whether it is true, or a number but zero; nil for other objects.
  public var boolean: Bool? { value.boolean }

  /// The objects of an array or a set, without those that are none; nil for other objects.
  /// O(number of objects).
  public var elements: [KeyedArchive.Node]? { places?.compactMap(\.self) }

  /// The objects of an array or a set, with nil for those that are none; nil for other objects.
  /// O(number of objects).
  public var places: [KeyedArchive.Node?]? {
    if let elements = value.elements { return elements.map { .init($0, of: archive) } }
    guard ["NSArray", "NSSet", "NSOrderedSet"].contains(where: isKind) else { return nil }
    return listed("NS.objects", or: "NS.object.").map { .init($0, of: archive) }
  }

  /// The keys and objects of a dictionary, in the archive's order; nil for other objects. A key that is
  /// no object is damage. O(number of objects).
  public var entries: [(key: KeyedArchive.Node?, value: KeyedArchive.Node?)]? {
    guard isKind(of: "NSDictionary") else { return nil }
    let keys = listed("NS.keys", or: "NS.key.")
    return zip(keys, listed("NS.objects", or: "NS.object.")).map { key, value in
      (.init(key, of: archive), .init(value, of: archive))
    }
  }

  /// A list that is under one key, or, as ordered sets and old dictionaries have it, under numbered ones.
  private func listed(_ key: String, or prefix: String) -> [PropertyListValue] {
    if let elements = value[key]?.elements { return elements }
    var elements: [PropertyListValue] = []
    while let element = value[prefix + "\(elements.count)"] { elements.append(element) }
    return elements
  }
}
