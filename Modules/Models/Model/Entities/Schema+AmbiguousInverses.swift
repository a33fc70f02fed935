internal import Foundation
public import StrataSchema
internal import Synchronization

extension Schema {
  /// The relationships whose other ends can't be told: of each pair of classes those that name no
  /// inverse, where several lead one way and at least one leads back. A property with
  /// `@Relationship(inverse: nil)` doesn't count. None for a schema that wasn't made of classes.
  public var ambiguousInverses: [AmbiguousInverse] {
    let entities = pairedByProperties
    return entities.enumerated().flatMap { index, entity in
      entities[index...].compactMap { Self.ambiguity(between: entity, and: $0) }
    }
  }

  /// The relationships that name an inverse which another one of their class has. None for a schema that
  /// wasn't made of classes.
  public var sharedInverses: [SharedInverse] {
    pairedByProperties.flatMap { entity in
      entity.ownProperties.compactMap { Self.sharedInverse(of: $0, in: entity) }
    }
  }

  /// The entities, by name, whose relationships say themselves which belong together.
  private var pairedByProperties: [ModelEntity] {
    (models ?? []).map { $0._$entity }.filter { !$0.isDescribed }.sorted { $0.name < $1.name }
  }

  private static func sharedInverse(
    of property: Schema.PropertyMetadata, in entity: ModelEntity
  ) -> SharedInverse? {
    guard case .relationship(let type, _, _) = property.kind,
      let inverse = InverseRules.namedInverse(of: property, in: type._$entity),
      let first = InverseRules.first(
        in: entity, naming: type._$entity.properties[inverse], of: type._$entity),
      first != property.index
    else { return nil }
    return SharedInverse(
      entity: entity.name, relationship: property.name, destination: type._$entity.name,
      inverse: type._$entity.properties[inverse].name, other: entity.properties[first].name)
  }

  private static func ambiguity(
    between entity: ModelEntity, and other: ModelEntity
  ) -> AmbiguousInverse? {
    let mine = InverseRules.open(in: entity, leadingTo: other)
    let theirs = InverseRules.open(in: other, leadingTo: entity)
    guard !mine.isEmpty, !theirs.isEmpty, mine.count > 1 || theirs.count > 1 else { return nil }
    return AmbiguousInverse(
      entity: entity.name, relationships: mine.map(\.name), destination: other.name,
      candidates: theirs.map(\.name))
  }
}

extension InverseRules {
  /// The relationships that name no inverse, are named by none, and don't say that there is none.
  static func open(
    in entity: ModelEntity, leadingTo destination: ModelEntity
  ) -> [Schema.PropertyMetadata] {
    candidates(in: entity, leadingTo: destination).filter { !$0.options.isInverseDeclined }
  }
}

/// What is said of relationships that don't pair as they may be meant: once a process, where nobody
/// asked for an error.
package enum InverseNotice {
  private static let given = Mutex<Set<String>>([])

  package static func give(_ inverse: some CustomStringConvertible) {
    guard given.withLock({ $0.insert("\(inverse)").inserted }) else { return }
    FileHandle.standardError.write(Data("warning: \(inverse)\n".utf8))
  }
}
