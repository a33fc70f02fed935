/// A response to the compiler.
public enum PluginResponse: Equatable, Sendable {
  /// The plugin's version of the protocol.
  case capability
  /// The result of a macro's expansion.
  case expansion(ExpansionResult)
  /// The response that no library was loaded.
  case libraryNotLoaded

  /// The version of the protocol that this plugin implements.
  public static let protocolVersion = 7

  /// The encoded message.
  public var message: [UInt8] {
    json.serialized
  }

  private var json: JSONValue {
    switch self {
    case .capability:
      let version: JSONValue = .object(["protocolVersion": .integer(Self.protocolVersion)])
      return .object(["getCapabilityResult": .object(["capability": version])])
    case .expansion(let result):
      let body: JSONValue = .object([
        "expandedSource": result.expandedSource.map { .string($0) } ?? .null,
        "diagnostics": .array(result.diagnostics.map(\.json)),
      ])
      return .object(["expandMacroResult": body])
    case .libraryNotLoaded:
      let body: JSONValue = .object(["loaded": .bool(false), "diagnostics": .array([])])
      return .object(["loadPluginLibraryResult": body])
    }
  }
}

/// The result of a macro's expansion.
public struct ExpansionResult: Equatable, Sendable {
  /// The source code to add, or `nil` for none.
  public var expandedSource: String?
  /// The messages to the user.
  public var diagnostics: [Diagnostic]

  /// Creates a result.
  public init(expandedSource: String? = nil, diagnostics: [Diagnostic] = []) {
    self.expandedSource = expandedSource
    self.diagnostics = diagnostics
  }
}
