public import Strata
public import StrataDomain

extension OptionSelection: BitmaskColumnRepresentable {}
