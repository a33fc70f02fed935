/// The error of a number that isn't valid in an `OptionSelection`.
public enum OptionSelectionError: Error, Equatable, Hashable, Sendable {
  /// The number is less than 0 or greater than 63.
  case numberIsOutOfRange(Int)
}

extension OptionSelectionError: CustomStringConvertible {
  /// The message for people: what is wrong and what to do.
  public var description: String {
    switch self {
    case .numberIsOutOfRange(let number):
      "The option number \(number) can't be in a selection: give a number from "
        + "\(OptionSelection.validNumbers.lowerBound) to \(OptionSelection.validNumbers.upperBound)."
    }
  }
}
