import StrataSchema
import StrataSQLite

/// A property's value in backing data, with its type erased.
class BackedSlot {
  let index: PropertyIndex
  /// True if the value is never saved.
  let isEphemeral: Bool

  init(_ index: PropertyIndex, isEphemeral: Bool) {
    self.index = index
    self.isEphemeral = isEphemeral
  }

  /// Reads the value from a row.
  func read(_ row: inout Row) throws {}
  /// Reads the value, if the row includes and assigns it.
  func update(_ row: inout Row) throws {}
  /// Binds the value to a statement.
  func write(_ binder: inout Binder) throws {}
  /// Passes the slot to a visitor.
  func visit(_ visitor: inout some _SlotVisitor) {}
}

/// A property's value in backing data.
class BackedValue<Value>: BackedSlot {
  // A slot is visited in place while others of the object are read. No access calls foreign code.
  @exclusivity(unchecked) final var slot: _Slot<Value>

  init(_ index: PropertyIndex, _ slot: _Slot<Value>, isEphemeral: Bool) {
    self.slot = slot
    super.init(index, isEphemeral: isEphemeral)
  }

  /// Replaces the value of an object's property, as the setters that `@Model` generates do.
  final func replace(with value: Value, of owner: some PersistentModel) {
    prepare(owner)
    owner._$recordChange(of: index)
    let old = slot
    slot = _Slot(value)
    owner._$relate(index, change(from: old, of: owner))
    owner._$recordChange(of: index)
  }

  /// Loads the members that have to be known before the value is replaced.
  func prepare(_ owner: some PersistentModel) {}

  /// Returns the effect of a replacement on the objects at a relationship's other end.
  func change(from old: _Slot<Value>, of owner: some PersistentModel) -> _RelationshipChange? {
    owner._$didReplace(index, old, &slot)
  }
}

/// A value that a coding reads and writes.
class CodedValue<Coding: _PropertyCoding>: BackedValue<Coding.Value> {
  private let coding: Coding

  required init(
    _ index: PropertyIndex, _ slot: _Slot<Coding.Value>, _ coding: Coding, isEphemeral: Bool
  ) {
    self.coding = coding
    super.init(index, slot, isEphemeral: isEphemeral)
  }

  override final func read(_ row: inout Row) throws { slot = try coding.slot(from: &row) }

  override final func update(_ row: inout Row) throws {
    try row.update(index, &slot) { try coding.slot(from: &$0) }
  }

  override final func write(_ binder: inout Binder) throws { try coding.encode(slot, to: &binder) }

  override func visit(_ visitor: inout some _SlotVisitor) { visitor.visit(&slot) }
}
