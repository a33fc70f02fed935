import Foundation

/// The settings that a program and its plugins have declared, with what a person has set them to.
public struct Settings: Sendable {
  /// A value, checked, and where it was written.
  struct Entry: Sendable {
    let value: ArgumentValue
    let text: String
    let place: SourcePlace
  }

  /// All settings that there are.
  public let declared: [Setting]
  /// Names for the beginnings of lines.
  public internal(set) var aliases = Aliases()
  var entries: [String: Entry] = [:]

  /// Settings that nobody has set.
  ///
  /// - Throws: ``ShellError`` when two have the same name.
  public init(_ declared: [Setting]) throws(ShellError) {
    var names: Set<String> = []
    for setting in declared where !names.insert(setting.name).inserted {
      throw ShellError("there are two settings called “\(setting.name)”")
    }
    self.declared = declared
  }

  /// No settings at all.
  public init() { declared = [] }

  /// What a setting is set to, as text; nil when it isn't. Paths are absolute.
  public func text(_ name: String) -> String? { entries[name]?.text }

  /// What a setting of yes or no is set to.
  public func boolean(_ name: String) -> Bool? { text(name).flatMap(Self.truth) }

  /// What a setting of a whole number is set to.
  public func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// What a setting of a number is set to.
  public func real(_ name: String) -> Double? { text(name).flatMap { Double(decimal: $0) } }

  /// What a setting of several names is set to.
  public func names(_ name: String) -> [String]? { text(name).map(Self.list) }

  /// Where a setting was set.
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
