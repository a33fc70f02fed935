import Strata
import Testing

/// Two classes that lead to each other, and what is to come of them.
struct RelationshipShape: Sendable, CustomTestStringConvertible {
  let name: String
  let types: [any PersistentModel.Type]
  /// How the ends are expected to have found each other.
  let origin: Schema.Relationship.InverseOrigin
  /// Inserts an object of each class and relates them from the left end, or from the right one. Says
  /// whether the other end agrees at once.
  let relate: @Sendable (_ context: ModelContext, _ fromLeft: Bool) -> Bool
  /// Whether a context has one object of each class, and they lead to each other.
  let isKept: @Sendable (_ context: ModelContext) throws -> Bool

  var testDescription: String { name }

  init<Left, Right>(
    _ name: String, _ left: RelationshipEnd<Left, Right>, _ right: RelationshipEnd<Right, Left>,
    _ origin: Schema.Relationship.InverseOrigin
  ) {
    self.name = name
    types = [Left.self, Right.self]
    self.origin = origin
    relate = { context, fromLeft in
      // Of two ends that must lead somewhere, neither can be made first by its initializer.
      let one = Left(backingData: Left.createBackingData())
      let other = Right(backingData: Right.createBackingData())
      context.insert(one)
      context.insert(other)
      if fromLeft { left.lead(one, other) } else { right.lead(other, one) }
      return left.objects(one) == [other] && right.objects(other) == [one]
    }
    isKept = { context in
      let ones = try context.fetch(FetchDescriptor<Left>())
      let others = try context.fetch(FetchDescriptor<Right>())
      guard ones.count == 1, others.count == 1 else { return false }
      return left.objects(ones[0]) == others && right.objects(others[0]) == ones
    }
  }
}

/// One end of a relationship, whatever its property's type.
struct RelationshipEnd<Owner: PersistentModel, Other: PersistentModel>: Sendable {
  /// Lets the property lead to an object alone.
  let lead: @Sendable (Owner, Other) -> Void
  /// Where it leads.
  let objects: @Sendable (Owner) -> [Other]
}

private typealias Path<Owner, Value> = any ReferenceWritableKeyPath<Owner, Value> & Sendable

private func end<Owner: PersistentModel, Other: PersistentModel>(
  _ path: Path<Owner, Other>
) -> RelationshipEnd<Owner, Other> {
  .init(lead: { $0[keyPath: path] = $1 }, objects: { [$0[keyPath: path]] })
}

private func end<Owner: PersistentModel, Other: PersistentModel>(
  _ path: Path<Owner, Other?>
) -> RelationshipEnd<Owner, Other> {
  .init(lead: { $0[keyPath: path] = $1 }, objects: { [$0[keyPath: path]].compactMap(\.self) })
}

private func end<Owner: PersistentModel, Other: PersistentModel>(
  _ path: Path<Owner, [Other]>
) -> RelationshipEnd<Owner, Other> {
  .init(lead: { $0[keyPath: path] = [$1] }, objects: { $0[keyPath: path] })
}

private func end<Owner: PersistentModel, Other: PersistentModel>(
  _ path: Path<Owner, [Other]?>
) -> RelationshipEnd<Owner, Other> {
  .init(lead: { $0[keyPath: path] = [$1] }, objects: { $0[keyPath: path] ?? [] })
}

extension RelationshipShape {
  /// One-to-one, one-to-many and many-to-many, by which ends are optional and whether the inverse is
  /// stated.
  static let all: [RelationshipShape] = [
    .init("OneToOneBoth", end(\OneToOneBoth.Left.right), end(\OneToOneBoth.Right.left), .inferred),
    .init(
      "OneToOneBothStated", end(\OneToOneBothStated.Left.right),
      end(\OneToOneBothStated.Right.left), .explicit),
    .init(
      "OneToOneLeft", end(\OneToOneLeft.Left.right), end(\OneToOneLeft.Right.left),
      .inferredBeyondSwiftData),
    .init(
      "OneToOneLeftStated", end(\OneToOneLeftStated.Left.right),
      end(\OneToOneLeftStated.Right.left), .explicit),
    .init(
      "OneToOneRight", end(\OneToOneRight.Left.right), end(\OneToOneRight.Right.left),
      .inferredBeyondSwiftData),
    .init(
      "OneToOneRightStated", end(\OneToOneRightStated.Left.right),
      end(\OneToOneRightStated.Right.left), .explicit),
    .init(
      "OneToOneNeither", end(\OneToOneNeither.Left.right), end(\OneToOneNeither.Right.left),
      .inferredBeyondSwiftData),
    .init(
      "OneToOneNeitherStated", end(\OneToOneNeitherStated.Left.right),
      end(\OneToOneNeitherStated.Right.left), .explicit),
    .init(
      "OneToManyBoth", end(\OneToManyBoth.Left.right), end(\OneToManyBoth.Right.left), .inferred),
    .init(
      "OneToManyBothStated", end(\OneToManyBothStated.Left.right),
      end(\OneToManyBothStated.Right.left), .explicit),
    .init(
      "OneToManyLeft", end(\OneToManyLeft.Left.right), end(\OneToManyLeft.Right.left),
      .inferredBeyondSwiftData),
    .init(
      "OneToManyLeftStated", end(\OneToManyLeftStated.Left.right),
      end(\OneToManyLeftStated.Right.left), .explicit),
    .init(
      "OneToManyRight", end(\OneToManyRight.Left.right), end(\OneToManyRight.Right.left),
      .inferredBeyondSwiftData),
    .init(
      "OneToManyRightStated", end(\OneToManyRightStated.Left.right),
      end(\OneToManyRightStated.Right.left), .explicit),
    .init(
      "OneToManyNeither", end(\OneToManyNeither.Left.right), end(\OneToManyNeither.Right.left),
      .inferredBeyondSwiftData),
    .init(
      "OneToManyNeitherStated", end(\OneToManyNeitherStated.Left.right),
      end(\OneToManyNeitherStated.Right.left), .explicit),
    .init(
      "ManyToManyBoth", end(\ManyToManyBoth.Left.right), end(\ManyToManyBoth.Right.left), .inferred),
    .init(
      "ManyToManyBothStated", end(\ManyToManyBothStated.Left.right),
      end(\ManyToManyBothStated.Right.left), .explicit),
    .init(
      "ManyToManyLeft", end(\ManyToManyLeft.Left.right), end(\ManyToManyLeft.Right.left), .inferred),
    .init(
      "ManyToManyLeftStated", end(\ManyToManyLeftStated.Left.right),
      end(\ManyToManyLeftStated.Right.left), .explicit),
    .init(
      "ManyToManyRight", end(\ManyToManyRight.Left.right), end(\ManyToManyRight.Right.left),
      .inferred),
    .init(
      "ManyToManyRightStated", end(\ManyToManyRightStated.Left.right),
      end(\ManyToManyRightStated.Right.left), .explicit),
    .init(
      "ManyToManyNeither", end(\ManyToManyNeither.Left.right), end(\ManyToManyNeither.Right.left),
      .inferredBeyondSwiftData),
    .init(
      "ManyToManyNeitherStated", end(\ManyToManyNeitherStated.Left.right),
      end(\ManyToManyNeitherStated.Right.left), .explicit),
  ]
}
