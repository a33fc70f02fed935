/// The part of a declaration before its name.
public struct DeclarationHeader: Equatable, Sendable {
  /// The attributes in order.
  public let attributes: [Attribute]
  /// The modifiers in order.
  public let modifiers: [Modifier]
  /// The keyword, such as `var`, `func` or `class`, or the `#` and name of a freestanding macro.
  public let keyword: Fragment
}

/// A declaration with a keyword.
public protocol Declaration: Equatable, Sendable {
  /// Attributes, modifiers and keyword.
  var header: DeclarationHeader { get }
  /// The range in the scanned text, from the first attribute to the end.
  var range: Range<Int> { get }
}

extension Declaration {
  /// The attributes in order.
  public var attributes: [Attribute] { header.attributes }

  /// The modifiers in order.
  public var modifiers: [Modifier] { header.modifiers }

  /// The UTF-8 offset of the keyword from the start of the scanned text.
  public var keywordOffset: Int { header.keyword.offset }

  /// Returns the attributes with a name, ignoring its qualification.
  public func attributes(named name: String) -> [Attribute] {
    attributes.filter { $0.baseName == name }
  }

  /// Returns true if the declaration has a modifier with exactly this argument.
  public func hasModifier(_ name: String, argument: String? = nil) -> Bool {
    modifiers.contains { $0.name == name && $0.argument == argument }
  }

  /// True if it belongs to the type and not to its instances.
  public var isStatic: Bool {
    hasModifier("static") || hasModifier("class")
  }

  /// The explicit access level, such as `public` or `private`.
  public var accessLevel: String? {
    modifiers.first { Self.accessLevels.contains($0.name) && $0.argument == nil }?.name
  }

  /// The explicit access level of the setter, such as `private` in `private(set)`.
  public var setterAccessLevel: String? {
    modifiers.first { Self.accessLevels.contains($0.name) && $0.argument == "set" }?.name
  }

  private static var accessLevels: Set<String> {
    ["private", "fileprivate", "internal", "package", "public", "open"]
  }
}

/// A modifier of a declaration, such as `public`, `private(set)` or `static`.
public struct Modifier: Equatable, Sendable {
  /// The keyword.
  public let name: String
  /// The argument in parentheses: `set`, `unsafe`, `safe`.
  public let argument: String?
  /// The whole modifier.
  public let source: Fragment
}

extension Modifier: CustomStringConvertible {
  /// The keyword with its argument.
  public var description: String {
    argument.map { "\(name)(\($0))" } ?? name
  }
}
