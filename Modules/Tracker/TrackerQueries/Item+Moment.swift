internal import StrataDomain
public import StrataTrackerModel

extension Item {
  /// The moment of a data point that decides in which period it is: its end if the item says so, and else its beginning.
  public var moment: PointValue { countsAtEnd && kind.isRequired(.endDate) ? .end : .start }

  /// True if a data point is in each period that it overlaps, with its hours there.
  public var isDivided: Bool { kind.isRequired(.endDate) && !countsAtEnd }
}
