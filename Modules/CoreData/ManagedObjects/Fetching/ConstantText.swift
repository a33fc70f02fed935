internal import Foundation

/// A constant in the language of predicates, as a predicate's format shows it.
enum ConstantText {
  static func of(_ value: Any?) -> String {
    guard let value = unwrapped(value) else { return "nil" }
    switch value {
    case let truth as Bool where type(of: value) == Bool.self: return truth ? "1" : "0"
    case let text as String: return quoted(text)
    case let text as any StringProtocol: return quoted(String(text))
    case is NSNull: return "nil"
    case let date as Date:
      return "CAST(\(String(format: "%.6f", date.timeIntervalSinceReferenceDate)), \"NSDate\")"
    case let uuid as UUID: return uuid.uuidString
    case let url as URL: return url.absoluteString
    case let object as NSManagedObject: return "\(object.objectID)"
    case let set as NSOrderedSet: return list(set.array)
    case let set as NSSet: return list(set.allObjects)
    case let elements as [Any]: return list(elements)
    case let set as Set<AnyHashable>: return list(set.map(\.base))
    default: return "\(value)"
    }
  }

  private static func list(_ elements: [Any]) -> String {
    "{" + elements.map { of($0) }.joined(separator: ", ") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": quoted += "\\\(character)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(character)
      }
    }
    return quoted + "\""
  }
}
