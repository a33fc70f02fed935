import Strata

@Composite enum Fee: Equatable {
  case free
  case entry(price: Int)
  case season(price: Int, days: Int)
}
