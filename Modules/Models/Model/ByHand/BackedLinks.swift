import StrataSchema

// Each calls the same functions as a value. That its slot's type is known lets the compiler choose those of
// relationships.

/// A link to an object.
final class BackedLink<Model: PersistentModel>: CodedValue<ToOneCoding<Model>> {
  override func change(
    from old: Slot<Model?>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}

/// A link that must lead somewhere.
final class BackedRequiredLink<Model: PersistentModel>: CodedValue<RequiredToOneCoding<Model>> {
  override func change(
    from old: Slot<Model>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}

/// The members of a relationship.
final class BackedMembers<Model: PersistentModel>: CodedValue<ToManyCoding<Model>> {
  override func prepare(_ owner: some PersistentModel) { owner._$willReplace(index, slot) }

  override func change(
    from old: Slot<[Model]>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}

/// The members of a relationship that may be nil.
final class BackedOptionalMembers<Model: PersistentModel>: CodedValue<OptionalToManyCoding<Model>> {
  override func prepare(_ owner: some PersistentModel) { owner._$willReplace(index, slot) }

  override func change(
    from old: Slot<[Model]?>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}
