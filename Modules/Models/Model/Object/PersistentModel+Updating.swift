public import Foundation

// Writing only what differs: what is assigned counts as changed, is saved and told to others, also where it is
// what was there already.
extension PersistentModel {
  /// Gives a property a value, unless it has it already.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func update<Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value
  ) -> Bool {
    guard self[keyPath: keyPath] != value else { return false }
    self[keyPath: keyPath] = value
    return true
  }

  /// Gives a property a value that is there, unless it has it already; nil changes nothing.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func updateIfAvailable<Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value?
  ) -> Bool { value.map { update(keyPath, value: $0) } ?? false }

  /// The same for a property that may be nil itself; nil changes nothing.
  @discardableResult
  public func updateIfAvailable<Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value?>, value: Value?
  ) -> Bool { value.map { update(keyPath, value: $0) } ?? false }

  /// Gives a property a number that differs from its own by a minimum at least.
  ///
  /// What is no number (NaN) differs from every number, and not from itself. A minimum below 0 counts as 0.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func update<Value: BinaryFloatingPoint>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value, minimumChange: Value
  ) -> Bool {
    let old = self[keyPath: keyPath]
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// Gives a property a number that differs from its own by a minimum at least. A minimum below 0 counts as
  /// 0.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func update<Value: FixedWidthInteger>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value, minimumChange: Value
  ) -> Bool {
    let old = self[keyPath: keyPath]
    // Always below 2 to the type's width, so that the difference of the bits is right.
    let distance = Value.Magnitude(truncatingIfNeeded: old < value ? value &- old : old &- value)
    let minimum = minimumChange > 0 ? minimumChange.magnitude : 0
    return write(keyPath, value, if: old != value && distance >= minimum)
  }

  /// Gives a property a number that differs from its own by a minimum at least.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func update(
    _ keyPath: ReferenceWritableKeyPath<Self, Decimal>, value: Decimal, minimumChange: Decimal
  ) -> Bool {
    let old = self[keyPath: keyPath]
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// Gives a property a date that is apart from its own by a minimum of seconds at least.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func update(
    _ keyPath: ReferenceWritableKeyPath<Self, Date>, value: Date, minimumChange: TimeInterval
  ) -> Bool {
    let old = self[keyPath: keyPath]
    return write(
      keyPath, value,
      if: old != value && !(abs(value.timeIntervalSince(old)) < minimumChange))
  }

  /// The same for a number that may be nil: from nil and to nil is a change.
  @discardableResult
  public func update<Value: BinaryFloatingPoint>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value?>, value: Value?, minimumChange: Value
  ) -> Bool {
    guard let old = self[keyPath: keyPath], let value else { return update(keyPath, value: value) }
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// The same for a number that may be nil: from nil and to nil is a change.
  @discardableResult
  public func update<Value: FixedWidthInteger>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value?>, value: Value?, minimumChange: Value
  ) -> Bool {
    guard let old = self[keyPath: keyPath], let value else { return update(keyPath, value: value) }
    let distance = Value.Magnitude(truncatingIfNeeded: old < value ? value &- old : old &- value)
    let minimum = minimumChange > 0 ? minimumChange.magnitude : 0
    return write(keyPath, value, if: old != value && distance >= minimum)
  }

  /// The same for a number that may be nil: from nil and to nil is a change.
  @discardableResult
  public func update(
    _ keyPath: ReferenceWritableKeyPath<Self, Decimal?>, value: Decimal?, minimumChange: Decimal
  ) -> Bool {
    guard let old = self[keyPath: keyPath], let value else { return update(keyPath, value: value) }
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// The same for a date that may be nil: from nil and to nil is a change.
  @discardableResult
  public func update(
    _ keyPath: ReferenceWritableKeyPath<Self, Date?>, value: Date?, minimumChange: TimeInterval
  ) -> Bool {
    guard let old = self[keyPath: keyPath], let value else { return update(keyPath, value: value) }
    return write(
      keyPath, value,
      if: old != value && !(abs(value.timeIntervalSince(old)) < minimumChange))
  }

  private func write<Value>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, _ value: Value, if isWanted: Bool
  ) -> Bool {
    if isWanted { self[keyPath: keyPath] = value }
    return isWanted
  }
}

extension PersistentModel {
  /// Adds a member to a to-many relationship, behind the others, unless it is one already.
  ///
  /// - Returns: Whether it was added.
  @discardableResult
  public func add<Member: PersistentModel>(
    _ member: Member, to keyPath: ReferenceWritableKeyPath<Self, [Member]>
  ) -> Bool {
    guard !self[keyPath: keyPath].contains(where: { $0 === member }) else { return false }
    self[keyPath: keyPath].append(member)
    return true
  }

  /// Removes a member from a to-many relationship, if it is one. The object itself stays.
  ///
  /// - Returns: Whether it was removed.
  @discardableResult
  public func remove<Member: PersistentModel>(
    _ member: Member, from keyPath: ReferenceWritableKeyPath<Self, [Member]>
  ) -> Bool {
    guard let index = self[keyPath: keyPath].firstIndex(where: { $0 === member }) else {
      return false
    }
    self[keyPath: keyPath].remove(at: index)
    return true
  }
}
