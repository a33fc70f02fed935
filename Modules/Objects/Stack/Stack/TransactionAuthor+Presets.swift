public import StrataContexts

extension TransactionAuthor {
  /// The author of the first objects of a ``PreviewStack`` or ``TestingStack``.
  public static let seed: TransactionAuthor = "seed"
}
