public import StrataStack

extension TransactionAuthor {
  /// Who fills a new ``PreviewStack`` or ``TestingStack``.
  public static let seed: TransactionAuthor = "seed"
}
