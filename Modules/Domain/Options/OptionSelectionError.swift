/// What is wrong with an id that should go into an `OptionSelection`.
public enum OptionSelectionError: Error, Equatable, Hashable, Sendable {
  /// The id is less than 0 or greater than 63.
  case idIsOutOfRange(OptionID)
}

extension OptionSelectionError: CustomStringConvertible {
  /// What is wrong and what to do, for a person to read.
  public var description: String {
    switch self {
    case .idIsOutOfRange(let id):
      "The option id \(id) can't be in a selection: give an id from "
        + "\(OptionSelection.validIDs.lowerBound) to \(OptionSelection.validIDs.upperBound)."
    }
  }
}
