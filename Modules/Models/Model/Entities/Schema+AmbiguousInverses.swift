internal import Foundation
public import StrataSchema
internal import Synchronization

extension Schema {
  /// The relationships whose inverses can't be inferred because several are possible.
  ///
  /// For each pair of classes these are the relationships without an explicit inverse, if several
  /// lead one way and at least one leads back. A property with `@Relationship(inverse: nil)`
  /// doesn't count. The list is empty for a schema that wasn't made of classes.
  public var ambiguousInverses: [AmbiguousInverse] {
    let entities = pairedByProperties
    return entities.enumerated().flatMap { index, entity in
      entities[index...].compactMap { Self.ambiguity(between: entity, and: $0) }
    }
  }

  /// The relationships that name an inverse which another relationship of their class has claimed.
  ///
  /// The list is empty for a schema that wasn't made of classes.
  public var sharedInverses: [SharedInverse] {
    pairedByProperties.flatMap { entity in
      entity.ownProperties.compactMap { Self.sharedInverse(of: $0, in: entity) }
    }
  }

  /// The entities, sorted by name, whose properties determine the inverses of their relationships.
  private var pairedByProperties: [_ModelEntity] {
    (models ?? []).map { $0._$entity }.filter { !$0.isDescribed }.sorted { $0.name < $1.name }
  }

  private static func sharedInverse(
    of property: Schema.PropertyMetadata, in entity: _ModelEntity
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
    between entity: _ModelEntity, and other: _ModelEntity
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
  /// Returns the relationships without an explicit inverse, except those that decline one.
  static func open(
    in entity: _ModelEntity, leadingTo destination: _ModelEntity
  ) -> [Schema.PropertyMetadata] {
    candidates(in: entity, leadingTo: destination).filter { !$0.options.isInverseDeclined }
  }
}

/// A warning about a relationship whose inverse may be another than intended.
///
/// It is printed to standard error once in a process, if the caller hasn't asked for an error.
package enum InverseNotice {
  private static let given = Mutex<Set<String>>([])

  package static func give(_ inverse: some CustomStringConvertible) {
    guard given.withLock({ $0.insert("\(inverse)").inserted }) else { return }
    FileHandle.standardError.write(Data("warning: \(inverse)\n".utf8))
  }
}
