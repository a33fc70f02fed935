public import StrataDescriptions

/// Generated Swift source of `ManagedObject` subclasses with `@Managed` properties for a model's
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

  /// Generates the source for a model.
  ///
  /// - Parameter module: The module to import: `StrataManagedObjects`, or `CoreData` for Core
  ///   Data's names.
  public init(_ model: ManagedObjectModel, module: String = "StrataManagedObjects") {
    var writer = ManagedClassWriter(
      model, superclass: module == "CoreData" ? "NSManagedObject" : "ManagedObject")
    declarations = writer.declarations()
    notes = writer.notes
    header = module == "CoreData" ? "import CoreData\n" : "import Foundation\nimport \(module)\n"
    text = ([header] + declarations.map(\.text)).joined(separator: "\n")
  }

  /// The source as one file for each class, by file name.
  public var files: [(name: String, text: String)] {
    declarations.map { ("\($0.name).swift", "\(header)\n\($0.text)") }
  }
}
