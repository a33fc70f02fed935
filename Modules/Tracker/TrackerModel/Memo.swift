public import Strata

/// A remark about a data point.
@Model public final class Memo {
  /// The remark.
  public var text: String
  /// What it is about.
  public var data: ItemData?

  /// A remark.
  public init(text: String) { self.text = text }
}
