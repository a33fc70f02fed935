import StrataDescriptions

/// How types are written where a model may have classes of the same names.
struct SwiftTypes {
  private let hidden: Set<String>

  /// - Parameter classes: The names of the types that are declared beside.
  init(besides classes: Set<String>) { hidden = classes }

  /// A type of the standard library or Foundation, with its module where its name alone means another.
  func named(_ name: String) -> String {
    guard hidden.contains(name) else { return name }
    return Self.foundation.contains(name) ? "Foundation.\(name)" : "Swift.\(name)"
  }

  /// A type or a macro of the library.
  func ofLibrary(_ name: String, _ module: String) -> String {
    hidden.contains(name) ? "\(module).\(name)" : name
  }

  /// The type of an attribute's values, without a question mark; nil for composite ones, and those that
  /// nothing is said of.
  func name(of type: AttributeType) -> String? {
    switch type {
    case .integer16: named("Int16")
    case .integer32: named("Int32")
    // SwiftData's models say Int where Core Data's say Integer 64.
    case .integer64: named("Int")
    case .decimal: named("Decimal")
    case .double: named("Double")
    case .float: named("Float")
    case .string: named("String")
    case .boolean: named("Bool")
    case .date: named("Date")
    case .binaryData, .transformable: named("Data")
    case .uuid: named("UUID")
    case .uri: named("URL")
    case .undefined, .objectID, .composite: nil
    }
  }

  private static let foundation: Set<String> = [
    "Decimal", "Date", "Data", "UUID", "URL", "IndexSet", "NSSet", "NSOrderedSet", "NSIndexSet",
  ]
}
