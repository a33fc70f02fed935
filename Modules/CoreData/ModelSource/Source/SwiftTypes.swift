import StrataDescriptions

/// Writes type names, qualified with a module if the model has classes with the same names.
struct SwiftTypes {
  private let hidden: Set<String>

  /// - Parameter classes: The names of the types declared in the same source.
  init(besides classes: Set<String>) { hidden = classes }

  /// The name of a type of the standard library or Foundation, with its module if necessary.
  func named(_ name: String) -> String {
    guard hidden.contains(name) else { return name }
    return Self.foundation.contains(name) ? "Foundation.\(name)" : "Swift.\(name)"
  }

  /// The name of a type or macro of the library, with its module if necessary.
  func ofLibrary(_ name: String, _ module: String) -> String {
    hidden.contains(name) ? "\(module).\(name)" : name
  }

  /// The Swift type of an attribute's values, not optional. Nil for composites and types that
  /// aren't stored.
  func name(of type: AttributeType) -> String? {
    switch type {
    case .integer16: named("Int16")
    case .integer32: named("Int32")
    // SwiftData's models use Int for Core Data's Integer 64.
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
    "NSNumber", "NSDecimalNumber",
  ]
}
