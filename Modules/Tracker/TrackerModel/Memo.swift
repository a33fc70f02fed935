public import Strata

/// A remark about a data point.
@Model public final class Memo: TemporalModel {
  /// The text of the remark.
  public var text: String
  /// The data point.
  public var data: ItemData?

  /// Makes a remark.
  public init(text: String) { self.text = text }
}
