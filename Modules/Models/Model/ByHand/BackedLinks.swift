import StrataSchema

// Each override repeats its superclass's body. Here the slot's static type is known, so that the
// compiler chooses the overloads for relationships.

/// The value of an optional to-one relationship.
final class BackedLink<Model: PersistentModel>: CodedValue<ToOneCoding<Model>> {
  override func change(
    from old: Slot<Model?>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}

/// The value of a required to-one relationship.
final class BackedRequiredLink<Model: PersistentModel>: CodedValue<RequiredToOneCoding<Model>> {
  override func change(
    from old: Slot<Model>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}

/// The members of a to-many relationship.
final class BackedMembers<Model: PersistentModel>: CodedValue<ToManyCoding<Model>> {
  override func prepare(_ owner: some PersistentModel) { owner._$willReplace(index, slot) }

  override func change(
    from old: Slot<[Model]>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}

/// The members of an optional to-many relationship.
final class BackedOptionalMembers<Model: PersistentModel>: CodedValue<OptionalToManyCoding<Model>> {
  override func prepare(_ owner: some PersistentModel) { owner._$willReplace(index, slot) }

  override func change(
    from old: Slot<[Model]?>, of owner: some PersistentModel
  ) -> RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some SlotVisitor) { visitor.visit(&slot) }
}
