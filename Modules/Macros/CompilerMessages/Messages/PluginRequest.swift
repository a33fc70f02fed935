/// A message from the compiler.
public enum PluginRequest: Equatable, Sendable {
  /// The first message, with the compiler's version of the protocol.
  case capability(protocolVersion: Int?)
  /// A request to expand a macro.
  case expand(ExpansionRequest)
  /// A request to load a library with macros, which only the compiler's own plugin server supports.
  case loadPluginLibrary

  /// Decodes a message.
  ///
  /// - Throws: ``PluginMessageError`` for a message that this plugin doesn't know.
  public init(message: [UInt8]) throws(PluginMessageError) {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: message)
    } catch {
      throw .invalidJSON(error)
    }
    guard case .object(let members) = json, members.count == 1, let member = members.first else {
      throw .notAMessage
    }
    switch member.key {
    case "getCapability":
      self = .capability(
        protocolVersion: member.value["capability"]?["protocolVersion"]?.integerValue)
    case "expandAttachedMacro":
      self = .expand(.attached(try AttachedMacroRequest(json: member.value)))
    case "expandFreestandingMacro":
      self = .expand(.freestanding(try FreestandingMacroRequest(json: member.value)))
    case "loadPluginLibrary":
      self = .loadPluginLibrary
    default:
      throw .unknownMessage(member.key)
    }
  }
}

extension AttachedMacroRequest {
  fileprivate init(json: JSONValue) throws(PluginMessageError) {
    self.init(
      macro: try MacroReference(json: try json.required("macro")),
      role: try json.role("macroRole"),
      discriminator: json["discriminator"]?.stringValue ?? "",
      attribute: try SyntaxNode(json: try json.required("attributeSyntax")),
      declaration: try SyntaxNode(json: try json.required("declSyntax")),
      parentDeclaration: try json.optionalNode("parentDeclSyntax"),
      extendedType: try json.optionalNode("extendedTypeSyntax"),
      conformanceList: try json.optionalNode("conformanceListSyntax"),
      lexicalContext: try json.nodes("lexicalContext"), languageMode: json.languageMode)
  }
}

extension FreestandingMacroRequest {
  fileprivate init(json: JSONValue) throws(PluginMessageError) {
    self.init(
      macro: try MacroReference(json: try json.required("macro")),
      role: json["macroRole"] == nil ? .declaration : try json.role("macroRole"),
      discriminator: json["discriminator"]?.stringValue ?? "",
      syntax: try SyntaxNode(json: try json.required("syntax")),
      lexicalContext: try json.nodes("lexicalContext"))
  }
}

extension JSONValue {
  // The build configuration is JSON in a string. If it can't be parsed, the language mode is
  // unknown.
  fileprivate var languageMode: Int? {
    guard var configuration = self["staticBuildConfiguration"] else { return nil }
    if let text = configuration.stringValue {
      guard let inner = try? JSONValue(parsing: Array(text.utf8)) else { return nil }
      configuration = inner
    }
    return configuration["languageMode"]?["components"]?.arrayValue?.first?.integerValue
  }

  fileprivate func role(_ key: String) throws(PluginMessageError) -> MacroRole {
    let name = try requiredString(key)
    guard let role = MacroRole(rawValue: name) else { throw .unknownRole(name) }
    return role
  }

  /// Decodes the node of a key that may be missing or null.
  fileprivate func optionalNode(_ key: String) throws(PluginMessageError) -> SyntaxNode? {
    guard let json = self[key], json != .null else { return nil }
    return try SyntaxNode(json: json)
  }

  /// Decodes the nodes of a key that may be missing or null.
  fileprivate func nodes(_ key: String) throws(PluginMessageError) -> [SyntaxNode] {
    guard let json = self[key], json != .null else { return [] }
    guard let elements = json.arrayValue else { throw .invalidField(key) }
    var nodes: [SyntaxNode] = []
    for element in elements { nodes.append(try SyntaxNode(json: element)) }
    return nodes
  }
}
