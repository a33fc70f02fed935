/// How large what is read may become, since a small file can claim to hold anything.
public struct ArchiveLimits: Sendable, Hashable {
  /// How many bytes a compressed archive may have when it is unpacked.
  public var inflatedBytes: Int
  /// How many values one may hold when everything that is stated once and used often is counted as
  /// often as it is used.
  public var values: Int
  /// How deep values may be nested.
  public var depth: Int

  /// Limits that no honest file comes near: 64 MB, four million values, 128 levels.
  public init(inflatedBytes: Int = 64 << 20, values: Int = 4_000_000, depth: Int = 128) {
    self.inflatedBytes = inflatedBytes
    self.values = values
    self.depth = depth
  }
}
