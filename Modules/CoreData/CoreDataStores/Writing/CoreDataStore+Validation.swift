public import StrataDescriptions
import StrataModelFiles

extension CoreDataStore {
  /// The store's model with the validation rules for objects that you save without classes.
  ///
  /// Core Data rejects an empty to-many relationship that isn't optional. SwiftData's models mark
  /// arrays as not optional but allow them to be empty, so in a store that SwiftData created these
  /// relationships are optional here. SwiftData's model versions consist of three numbers, such as
  /// `1.0.0`.
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
