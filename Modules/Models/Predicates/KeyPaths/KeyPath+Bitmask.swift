public import Foundation
public import StrataModel
public import StrataSQLite

// Sets of options that are kept as a number, and numbers whose bits mean something.
extension KeyPath where Root: PersistentModel, Value: OptionSet, Value.RawValue: FixedWidthInteger {
  /// Objects whose set has an option.
  public func contains(_ option: Value) -> Predicate<Root> { contains(all: option) }

  /// Objects whose set has some options, all of them.
  public func contains(all options: Value) -> Predicate<Root> {
    tests(options.rawValue, needsAll: true) { $0.rawValue }
  }

  /// Objects whose set has one of some options at least.
  public func contains(any options: Value) -> Predicate<Root> {
    tests(options.rawValue, needsAll: false) { $0.rawValue }
  }
}

extension KeyPath where Root: PersistentModel, Value: FixedWidthInteger {
  /// Objects whose number has some bits set, all of them.
  public func contains(all bits: Value) -> Predicate<Root> {
    tests(bits, needsAll: true) { $0 }
  }

  /// Objects whose number has one of some bits set at least.
  public func contains(any bits: Value) -> Predicate<Root> {
    tests(bits, needsAll: false) { $0 }
  }
}

// Sets that say themselves how they are bits. An option set that says so too is one of the above.
extension KeyPath where Root: PersistentModel, Value: BitmaskColumnRepresentable {
  /// Objects whose set has some numbers, all of them.
  @_disfavoredOverload
  public func contains(all numbers: Value) -> Predicate<Root> {
    tests(numbers.bitmask, needsAll: true) { $0.bitmask }
  }

  /// Objects whose set has one of some numbers at least.
  @_disfavoredOverload
  public func contains(any numbers: Value) -> Predicate<Root> {
    tests(numbers.bitmask, needsAll: false) { $0.bitmask }
  }
}

extension KeyPath where Root: PersistentModel {
  /// Objects whose set has an option; nil has none.
  public func contains<Options: OptionSet>(_ option: Options) -> Predicate<Root>
  where Value == Options?, Options.RawValue: FixedWidthInteger { contains(all: option) }

  /// Objects whose set has some options, all of them; nil has none.
  public func contains<Options: OptionSet>(all options: Options) -> Predicate<Root>
  where Value == Options?, Options.RawValue: FixedWidthInteger {
    tests(options.rawValue, needsAll: true) { $0?.rawValue }
  }

  /// Objects whose set has one of some options at least; nil has none.
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
