import StrataSchema

// Each override repeats its superclass's body. Here the slot's static type is known, so that the
// compiler chooses the overloads for relationships.

/// The value of an optional to-one relationship.
final class BackedLink<Model: PersistentModel>: CodedValue<_ToOneCoding<Model>> {
  override func change(
    from old: _Slot<Model?>, of owner: some PersistentModel
  ) -> _RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some _SlotVisitor) { visitor.visit(&slot) }
}

/// The value of a required to-one relationship.
final class BackedRequiredLink<Model: PersistentModel>: CodedValue<_RequiredToOneCoding<Model>> {
  override func change(
    from old: _Slot<Model>, of owner: some PersistentModel
  ) -> _RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some _SlotVisitor) { visitor.visit(&slot) }
}

/// The members of a to-many relationship.
final class BackedMembers<Model: PersistentModel>: CodedValue<_ToManyCoding<Model>> {
  override func prepare(_ owner: some PersistentModel) { owner._$willReplace(index, slot) }

  override func change(
    from old: _Slot<[Model]>, of owner: some PersistentModel
  ) -> _RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some _SlotVisitor) { visitor.visit(&slot) }
}

/// The members of an optional to-many relationship.
final class BackedOptionalMembers<Model: PersistentModel>: CodedValue<_OptionalToManyCoding<Model>>
{
  override func prepare(_ owner: some PersistentModel) { owner._$willReplace(index, slot) }

  override func change(
    from old: _Slot<[Model]?>, of owner: some PersistentModel
  ) -> _RelationshipChange? { owner._$didReplace(index, old, &slot) }

  override func visit(_ visitor: inout some _SlotVisitor) { visitor.visit(&slot) }
}
