public import Foundation

// Setters that write only a value that differs. An assignment always counts as a change, so that it
// is saved and reported to observers and other contexts, even if the value is the same as before.
extension PersistentModel {
  /// Sets a property if the value differs from its own.
  ///
  /// ```swift
  /// item.update(\.name, value: "Tea")  // false if the name is "Tea" already
  /// ```
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update<Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value
  ) -> Bool {
    guard self[keyPath: keyPath] != value else { return false }
    self[keyPath: keyPath] = value
    return true
  }

  /// Sets a property to a value if there is one and it differs from its own.
  ///
  /// Nil changes nothing.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func updateIfAvailable<Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value?
  ) -> Bool { value.map { update(keyPath, value: $0) } ?? false }

  /// Sets an optional property to a value if there is one and it differs from its own.
  ///
  /// Nil changes nothing.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func updateIfAvailable<Value: Equatable>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value?>, value: Value?
  ) -> Bool { value.map { update(keyPath, value: $0) } ?? false }

  /// Sets a number if it differs from the old one by at least a minimum.
  ///
  /// NaN differs from every number, but not from itself. A minimum below 0 counts as 0.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update<Value: BinaryFloatingPoint>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value, minimumChange: Value
  ) -> Bool {
    let old = self[keyPath: keyPath]
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// Sets an integer if it differs from the old one by at least a minimum.
  ///
  /// A minimum below 0 counts as 0.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update<Value: FixedWidthInteger>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value>, value: Value, minimumChange: Value
  ) -> Bool {
    let old = self[keyPath: keyPath]
    // The distance is always below 2 to the power of the type's width, so that wrapping subtraction
    // is exact.
    let distance = Value.Magnitude(truncatingIfNeeded: old < value ? value &- old : old &- value)
    let minimum = minimumChange > 0 ? minimumChange.magnitude : 0
    return write(keyPath, value, if: old != value && distance >= minimum)
  }

  /// Sets a decimal number if it differs from the old one by at least a minimum.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update(
    _ keyPath: ReferenceWritableKeyPath<Self, Decimal>, value: Decimal, minimumChange: Decimal
  ) -> Bool {
    let old = self[keyPath: keyPath]
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// Sets a date if it differs from the old one by at least a minimum number of seconds.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update(
    _ keyPath: ReferenceWritableKeyPath<Self, Date>, value: Date, minimumChange: TimeInterval
  ) -> Bool {
    let old = self[keyPath: keyPath]
    return write(
      keyPath, value,
      if: old != value && !(abs(value.timeIntervalSince(old)) < minimumChange))
  }

  /// Sets an optional number if it differs from the old one by at least a minimum.
  ///
  /// A change from or to nil always counts.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update<Value: BinaryFloatingPoint>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value?>, value: Value?, minimumChange: Value
  ) -> Bool {
    guard let old = self[keyPath: keyPath], let value else { return update(keyPath, value: value) }
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// Sets an optional integer if it differs from the old one by at least a minimum.
  ///
  /// A change from or to nil always counts.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update<Value: FixedWidthInteger>(
    _ keyPath: ReferenceWritableKeyPath<Self, Value?>, value: Value?, minimumChange: Value
  ) -> Bool {
    guard let old = self[keyPath: keyPath], let value else { return update(keyPath, value: value) }
    let distance = Value.Magnitude(truncatingIfNeeded: old < value ? value &- old : old &- value)
    let minimum = minimumChange > 0 ? minimumChange.magnitude : 0
    return write(keyPath, value, if: old != value && distance >= minimum)
  }

  /// Sets an optional decimal number if it differs from the old one by at least a minimum.
  ///
  /// A change from or to nil always counts.
  ///
  /// - Returns: True if it set the property.
  @discardableResult
  public func update(
    _ keyPath: ReferenceWritableKeyPath<Self, Decimal?>, value: Decimal?, minimumChange: Decimal
  ) -> Bool {
    guard let old = self[keyPath: keyPath], let value else { return update(keyPath, value: value) }
    guard old != value, !(old.isNaN && value.isNaN) else { return false }
    return write(keyPath, value, if: !(abs(value - old) < minimumChange))
  }

  /// Sets an optional date if it differs from the old one by at least a minimum number of seconds.
  ///
  /// A change from or to nil always counts.
  ///
  /// - Returns: True if it set the property.
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
  /// Appends a member to a to-many relationship, unless it is one already.
  ///
  /// - Returns: True if it added the member.
  @discardableResult
  public func add<Member: PersistentModel>(
    _ member: Member, to keyPath: ReferenceWritableKeyPath<Self, [Member]>
  ) -> Bool {
    guard !self[keyPath: keyPath].contains(where: { $0 === member }) else { return false }
    self[keyPath: keyPath].append(member)
    return true
  }

  /// Removes a member from a to-many relationship, if it is one.
  ///
  /// The object itself isn't deleted.
  ///
  /// - Returns: True if it removed the member.
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

  /// Appends a member to a to-many relationship that may be nil, unless it is one already.
  ///
  /// - Returns: True if it added the member.
  @discardableResult
  public func add<Member: PersistentModel>(
    _ member: Member, to keyPath: ReferenceWritableKeyPath<Self, [Member]?>
  ) -> Bool {
    guard self[keyPath: keyPath] != nil else {
      self[keyPath: keyPath] = [member]
      return true
    }
    guard self[keyPath: keyPath]?.contains(where: { $0 === member }) == false else { return false }
    self[keyPath: keyPath]?.append(member)
    return true
  }

  /// Removes a member from a to-many relationship that may be nil, if it is one.
  ///
  /// The object itself isn't deleted.
  ///
  /// - Returns: True if it removed the member.
  @discardableResult
  public func remove<Member: PersistentModel>(
    _ member: Member, from keyPath: ReferenceWritableKeyPath<Self, [Member]?>
  ) -> Bool {
    guard let index = self[keyPath: keyPath]?.firstIndex(where: { $0 === member }) else {
      return false
    }
    self[keyPath: keyPath]?.remove(at: index)
    return true
  }
}
