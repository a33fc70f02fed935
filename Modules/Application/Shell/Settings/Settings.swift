import Foundation

/// The declared settings of a program and its plugins, with their values.
public struct Settings: Sendable {
  /// A validated value, with its position.
  struct Entry: Sendable {
    let value: ArgumentValue
    let text: String
    let place: SourcePlace
  }

  /// The declared settings.
  public let declared: [Setting]
  /// The aliases of the configuration.
  public internal(set) var aliases = Aliases()
  var entries: [String: Entry] = [:]

  /// Makes settings without values.
  ///
  /// - Throws: ``ShellError`` if two settings have the same name.
  public init(_ declared: [Setting]) throws(ShellError) {
    var names: Set<String> = []
    for setting in declared where !names.insert(setting.name).inserted {
      throw ShellError("there are two settings called “\(setting.name)”")
    }
    self.declared = declared
  }

  /// Makes an empty declaration.
  public init() { declared = [] }

  /// Returns a setting's value as text, or nil if it isn't set. Paths are absolute.
  public func text(_ name: String) -> String? { entries[name]?.text }

  /// Returns the value of a Boolean setting.
  public func boolean(_ name: String) -> Bool? { text(name).flatMap(Self.truth) }

  /// Returns the value of a setting with a whole number.
  public func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Returns the value of a setting with a number.
  public func real(_ name: String) -> Double? { text(name).flatMap { Double(decimal: $0) } }

  /// Returns the value of a setting with a list of names.
  public func names(_ name: String) -> [String]? { text(name).map(Self.list) }

  /// Returns the position at which a setting was set.
  public func place(of name: String) -> SourcePlace? { entries[name]?.place }

  static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}
