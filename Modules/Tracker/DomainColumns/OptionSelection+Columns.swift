public import StrataDomain
public import StrataSQLite

/// One INTEGER column with a bit for each number, which queries ask for its bits: `contains(all:)`.
extension OptionSelection: BitmaskColumnRepresentable {}
