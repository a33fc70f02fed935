public import StrataDescriptions

/// Swift source of classes whose objects are a model's: `ManagedObject` classes with `@Managed` properties.
///
/// They are given to the container of the model, which stays what says how objects are stored and validated.
/// The same model gives the same source, as swift-format leaves it.
public struct ManagedSource: Sendable, Hashable {
  /// The classes, each behind the one that it inherits from.
  public let declarations: [ModelSource.Declaration]
  /// What has to be known to use the classes with the model.
  public let notes: [ModelNote]
  /// All in one file.
  public let text: String
  private let header: String

  /// Writes the source of a model's classes.
  ///
  /// - Parameter module: The module that is imported: `StrataManagedObjects`, or `CoreData` for Core Data's
  ///   names.
  public init(_ model: ManagedObjectModel, module: String = "StrataManagedObjects") {
    var writer = ManagedClassWriter(
      model, superclass: module == "CoreData" ? "NSManagedObject" : "ManagedObject")
    declarations = writer.declarations()
    notes = writer.notes
    header = module == "CoreData" ? "import CoreData\n" : "import Foundation\nimport \(module)\n"
    text = ([header] + declarations.map(\.text)).joined(separator: "\n")
  }

  /// A file for each class, by file name.
  public var files: [(name: String, text: String)] {
    declarations.map { ("\($0.name).swift", "\(header)\n\($0.text)") }
  }
}
