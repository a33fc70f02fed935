/// The error for a message of the compiler that can't be decoded.
public enum PluginMessageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The message isn't JSON.
  case invalidJSON(JSONError)
  /// The message isn't an object with its name as the only key.
  case notAMessage
  /// This version of the plugin doesn't know a message of that name.
  case unknownMessage(String)
  /// A key is missing, or its value has the wrong type.
  case invalidField(String)
  /// This version of the plugin doesn't know the macro role.
  case unknownRole(String)

  /// The message that the user of the macro reads.
  public var description: String {
    switch self {
    case .invalidJSON(let error): "the compiler's message to the macro plugin is \(error)"
    case .notAMessage: "the compiler's message to the macro plugin has no name"
    case .unknownMessage(let name):
      "the macro plugin doesn't know the compiler's message “\(name)”; \(Self.advice)"
    case .invalidField(let name):
      "the compiler's message to the macro plugin has no usable “\(name)”; \(Self.advice)"
    case .unknownRole(let role):
      "the macro plugin doesn't know the macro role “\(role)”; \(Self.advice)"
    }
  }

  private static let advice = "this compiler may need a newer version of the package"
}

extension JSONValue {
  func required(_ key: String) throws(PluginMessageError) -> JSONValue {
    guard let value = self[key] else { throw .invalidField(key) }
    return value
  }

  func requiredString(_ key: String) throws(PluginMessageError) -> String {
    guard let value = self[key]?.stringValue else { throw .invalidField(key) }
    return value
  }

  func requiredInteger(_ key: String) throws(PluginMessageError) -> Int {
    guard let value = self[key]?.integerValue else { throw .invalidField(key) }
    return value
  }
}
