package import StrataDescriptions
import StrataSwiftParser

/// The model of the `@Model` classes in Swift sources, as far as their text says it.
///
/// The reader doesn't compile: a type that another module declares, or whose columns its own code chooses, is unknown to it.
/// ``unread`` lists such attributes.
package struct SourceModel: Sendable {
  /// The model, with a class's entity for each class. Integers of all sizes and the two sizes of floating-point numbers
  /// are told apart.
  package let model: ManagedObjectModel
  /// The attributes whose type isn't known, with the type's text.
  package let unread: [ModelPlace: String]
  /// The attributes whose initial value isn't a literal. Each has its source as its default value.
  package let computedDefaults: Set<ModelPlace>

  /// Reads the classes of all files. Pass them together: a class refers to others and to enums.
  ///
  /// - Parameter namespace: The type around the classes, where sources have several versions of them. Nil for all classes.
  /// - Complexity: O(length of the sources).
  /// - Throws: ``SourceModelError``.
  package init(
    _ files: [SourceAdaptation.File], namespace: String? = nil
  ) throws(SourceModelError) {
    let (sources, errors) = ParsedSource.parse(files)
    guard errors.isEmpty else { throw .unreadable(errors) }
    var reader = try SourceModelReader(SourceTypes(sources, namespace: namespace), namespace)
    model = reader.read()
    unread = reader.unread
    computedDefaults = reader.computedDefaults
  }
}

/// An error of reading models from Swift sources.
package enum SourceModelError: Error, Sendable, Hashable {
  /// Sources that can't be parsed, with the first error of each.
  case unreadable([SourceNote])
  /// There is no class with `@Model`.
  case noClasses(namespace: String?)
  /// Several classes have one name, in different versions of the model.
  case severalVersions(class: String, namespaces: [String])
}

extension SourceModelError: CustomStringConvertible {
  /// The error in words.
  package var description: String {
    switch self {
    case .unreadable(let notes): notes.map(\.description).joined(separator: "\n")
    case .noClasses(nil): "there is no class with @Model"
    case .noClasses(let name?): "there is no class with @Model in \(name)"
    case .severalVersions(let name, let namespaces):
      "the class \(name) is in \(namespaces.joined(separator: " and in "))"
    }
  }
}
