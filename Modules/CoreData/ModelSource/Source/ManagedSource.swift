public import StrataDescriptions

/// Generated Swift source of `NSManagedObject` subclasses with `@Managed` properties for a model's
/// entities.
///
/// Pass the classes to the model's container. The model still determines how objects are stored and
/// validated. The same model always results in the same source, formatted like swift-format does.
public struct ManagedSource: Sendable, Hashable {
  /// The classes, superclasses first.
  public let declarations: [ModelSource.Declaration]
  /// Notes about using the classes with the model.
  public let notes: [ModelNote]
  /// The whole source as one file.
  public let text: String
  private let header: String
  /// In Xcode's style the end of each declaration's text: the extensions of the class.
  private let extensions: [String]

  /// How the classes are written.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    /// Swift's types: an optional number may be nil, and a relationship is a `Set` or an array.
    case plain
    /// As Xcode generates classes: public, with `NSSet` and `NSOrderedSet`, and with numbers that
    /// are either scalars or `NSNumber`.
    case xcode
  }

  /// Generates the source for a model.
  ///
  /// - Parameter style: How the classes are written. Choose ``Style/xcode`` if a program has used the
  ///   classes that Xcode generates.
  public init(_ model: ManagedObjectModel, style: Style = .plain) {
    var writer = ManagedClassWriter(model, style)
    declarations = writer.declarations()
    notes = writer.notes
    header = "\(style == .xcode ? "public " : "")import CoreData\n"
    text = ([header] + declarations.map(\.text)).joined(separator: "\n")
    extensions = writer.extensions
  }

  /// The source as one file for each class, by file name. In Xcode's style it is two, with Xcode's
  /// names: one for the class, one for its properties. If the model says that the developer writes the class
  /// (Category/Extension), it is the second one alone.
  public var files: [(name: String, text: String)] {
    guard !extensions.isEmpty else {
      return declarations.map { ("\($0.name).swift", "\(header)\n\($0.text)") }
    }
    return zip(declarations, extensions).flatMap { declaration, properties in
      let file = ("\(declaration.name)+CoreDataProperties.swift", "\(header)\n\(properties)")
      guard declaration.text != properties else { return [file] }
      return [
        (
          "\(declaration.name)+CoreDataClass.swift",
          "\(header)\n\(declaration.text.dropLast(properties.count + 1))"
        ),
        file,
      ]
    }
  }
}
