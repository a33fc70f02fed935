/// The implementation that an `#externalMacro` names.
public struct MacroReference: Equatable, Sendable {
  /// The module of the implementation, which is the plugin's name.
  public var moduleName: String
  /// The type of the implementation.
  public var typeName: String
  /// The macro's name in the source.
  public var name: String

  /// Creates a reference.
  public init(moduleName: String, typeName: String, name: String) {
    self.moduleName = moduleName
    self.typeName = typeName
    self.name = name
  }
}

/// The role in which a macro is expanded.
public enum MacroRole: String, Sendable {
  case accessor, body, codeItem, conformance, declaration, expression, `extension`, member
  case memberAttribute, peer, preamble
}

extension MacroReference {
  init(json: JSONValue) throws(PluginMessageError) {
    self.init(
      moduleName: try json.requiredString("moduleName"),
      typeName: try json.requiredString("typeName"),
      name: Self.withoutTrailingTrivia(try json.requiredString("name")))
  }

  /// Removes the white space and the comment after the name, which the compiler sends along.
  private static func withoutTrailingTrivia(_ name: String) -> String {
    if name.first == "`", let end = name.dropFirst().firstIndex(of: "`") {
      return String(name[...end])
    }
    return String(name.prefix { !$0.isWhitespace && $0 != "/" })
  }
}
