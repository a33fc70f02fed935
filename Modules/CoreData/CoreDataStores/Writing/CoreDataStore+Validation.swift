public import StrataDescriptions
import StrataModelFiles

extension CoreDataStore {
  /// The store's model with the rules that objects without classes keep when they are saved.
  ///
  /// Core Data refuses an empty to-many relationship that isn't optional. SwiftData's arrays may be empty, and
  /// its models call them not optional all the same; so those are optional here where SwiftData has made
  /// the store. That is told by the model's version: SwiftData gives one of three numbers, such as `1.0.0`.
  public var validatedModel: ManagedObjectModel {
    guard isVersionedAsSwiftDataDoes else { return model }
    var model = model
    for index in model.ownEntities.indices {
      model.entities[index].properties = model.ownEntities[index].properties.map { property in
        guard case .relationship(var relationship) = property, relationship.isToMany,
          relationship.minCount == 0
        else { return property }
        relationship.isOptional = true
        return .relationship(relationship)
      }
    }
    return model
  }

  private var isVersionedAsSwiftDataDoes: Bool {
    guard let versions = metadata?.versionIdentifiers, versions.count == 1,
      let version = versions.first
    else { return false }
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 3
      && numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
  }
}
