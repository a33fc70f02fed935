public import Foundation
public import StrataModel
public import StrataSQLite

// Tests of option sets that are stored as a number, and of numbers used as bit masks.
extension KeyPath where Root: PersistentModel, Value: OptionSet, Value.RawValue: FixedWidthInteger {
  /// Returns a predicate that is met if the set contains an option.
  public func contains(_ option: Value) -> Predicate<Root> { contains(all: option) }

  /// Returns a predicate that is met if the set contains all given options.
  public func contains(all options: Value) -> Predicate<Root> {
    tests(options.rawValue, needsAll: true) { $0.rawValue }
  }

  /// Returns a predicate that is met if the set contains at least one of the given options.
  public func contains(any options: Value) -> Predicate<Root> {
    tests(options.rawValue, needsAll: false) { $0.rawValue }
  }
}

extension KeyPath where Root: PersistentModel, Value: FixedWidthInteger {
  /// Returns a predicate that is met if all given bits of the number are set.
  public func contains(all bits: Value) -> Predicate<Root> {
    tests(bits, needsAll: true) { $0 }
  }

  /// Returns a predicate that is met if at least one of the given bits of the number is set.
  public func contains(any bits: Value) -> Predicate<Root> {
    tests(bits, needsAll: false) { $0 }
  }
}

// Sets that define their own bit mask. An option set that does so too uses the functions above.
extension KeyPath where Root: PersistentModel, Value: BitmaskColumnRepresentable {
  /// Returns a predicate that is met if the set contains all given numbers.
  @_disfavoredOverload
  public func contains(all numbers: Value) -> Predicate<Root> {
    tests(numbers.bitmask, needsAll: true) { $0.bitmask }
  }

  /// Returns a predicate that is met if the set contains at least one of the given numbers.
  @_disfavoredOverload
  public func contains(any numbers: Value) -> Predicate<Root> {
    tests(numbers.bitmask, needsAll: false) { $0.bitmask }
  }
}

extension KeyPath where Root: PersistentModel {
  /// Returns a predicate that is met if the set contains an option.
  ///
  /// Nil contains none.
  public func contains<Options: OptionSet>(_ option: Options) -> Predicate<Root>
  where Value == Options?, Options.RawValue: FixedWidthInteger { contains(all: option) }

  /// Returns a predicate that is met if the set contains all given options.
  ///
  /// Nil contains none.
  public func contains<Options: OptionSet>(all options: Options) -> Predicate<Root>
  where Value == Options?, Options.RawValue: FixedWidthInteger {
    tests(options.rawValue, needsAll: true) { $0?.rawValue }
  }

  /// Returns a predicate that is met if the set contains at least one of the given options.
  ///
  /// Nil contains none.
  public func contains<Options: OptionSet>(any options: Options) -> Predicate<Root>
  where Value == Options?, Options.RawValue: FixedWidthInteger {
    tests(options.rawValue, needsAll: false) { $0?.rawValue }
  }

  fileprivate func tests<Bits: FixedWidthInteger>(
    _ mask: Bits, needsAll: Bool, _ bits: @escaping (Value) -> Bits?
  ) -> Predicate<Root> {
    predicate {
      PredicateExpressions.BitmaskTest(
        root: $0, mask: Int64(truncatingIfNeeded: mask), needsAll: needsAll
      ) { bits($0).map { Int64(truncatingIfNeeded: $0) } }
    }
  }
}
