/// What is wrong with a number that should go into an `OptionSelection`.
public enum OptionSelectionError: Error, Equatable, Hashable, Sendable {
  /// The number is less than 0 or greater than 63.
  case numberIsOutOfRange(Int)
}

extension OptionSelectionError: CustomStringConvertible {
  /// What is wrong and what to do, for a person to read.
  public var description: String {
    switch self {
    case .numberIsOutOfRange(let number):
      "The option number \(number) can't be in a selection: give a number from "
        + "\(OptionSelection.validNumbers.lowerBound) to \(OptionSelection.validNumbers.upperBound)."
    }
  }
}
