internal import Foundation
internal import Strata
internal import StrataContexts
public import StrataDomain

extension Item {
  /// Returns the option with a label, or else one whose label differs in case only.
  ///
  /// - Complexity: O(number of options).
  public func option(labeled label: String) -> ItemOption? {
    options.first { $0.label.rawValue == label }
      ?? options.first { NameTwin.isPair($0.label.rawValue, label) }
  }

  /// Adds an option with the lowest free number.
  ///
  /// - Throws: `EmptyError` for a label without visible characters, ``TooManyOptions`` beyond 64.
  @discardableResult
  public func addOption(labeled label: String) throws -> ItemOption {
    let label = try NonEmptyString(label)
    let taken = Set(options.map(\.number))
    guard let free = OptionSelection.validNumbers.first(where: { !taken.contains($0) }) else {
      throw TooManyOptions(item: name)
    }
    let option = try ItemOption(number: free, label: label)
    modelContext?.insert(option)
    options.append(option)
    return option
  }
}

/// The error of an item that has the maximal number of options.
public struct TooManyOptions: Error, Sendable, Hashable, CustomStringConvertible {
  /// The item.
  public let item: ItemName

  /// Makes the error.
  public init(item: ItemName) { self.item = item }

  /// The message for people.
  public var description: String { "\(item) has 64 options already, and no more fit" }
}
