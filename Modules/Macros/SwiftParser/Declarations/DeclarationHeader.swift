/// What stands in front of a declaration's name.
public struct DeclarationHeader: Equatable, Sendable {
  /// The attributes in order.
  public let attributes: [Attribute]
  /// The modifiers in order.
  public let modifiers: [Modifier]
  /// The keyword: `var`, `func`, `class`; of a freestanding macro its `#` and name.
  public let keyword: Fragment
}

/// A declaration with a keyword.
public protocol Declaration: Equatable, Sendable {
  /// Attributes, modifiers and keyword.
  var header: DeclarationHeader { get }
  /// The bytes it takes in the scanned text, from its first attribute to its end.
  var range: Range<Int> { get }
}

extension Declaration {
  /// The attributes in order.
  public var attributes: [Attribute] { header.attributes }

  /// The modifiers in order.
  public var modifiers: [Modifier] { header.modifiers }

  /// Where the keyword stands, in UTF-8 bytes from the start of the scanned text.
  public var keywordOffset: Int { header.keyword.offset }

  /// The attributes whose last part of the name is this one.
  public func attributes(named name: String) -> [Attribute] {
    attributes.filter { $0.baseName == name }
  }

  /// Whether it has a modifier, with exactly this argument.
  public func hasModifier(_ name: String, argument: String? = nil) -> Bool {
    modifiers.contains { $0.name == name && $0.argument == argument }
  }

  /// Whether it belongs to the type and not to its instances.
  public var isStatic: Bool {
    hasModifier("static") || hasModifier("class")
  }

  /// The word that says who may use it, if it's written: `public`, `private` and the like.
  public var accessLevel: String? {
    modifiers.first { Self.accessLevels.contains($0.name) && $0.argument == nil }?.name
  }

  /// The word that says who may set it, if it's written: `private` of `private(set)`.
  public var setterAccessLevel: String? {
    modifiers.first { Self.accessLevels.contains($0.name) && $0.argument == "set" }?.name
  }

  private static var accessLevels: Set<String> {
    ["private", "fileprivate", "internal", "package", "public", "open"]
  }
}
