/// The limits for reading archives, since a small file can claim to contain any amount of data.
public struct ArchiveLimits: Sendable, Hashable {
  /// The greatest size of a decompressed archive, in bytes.
  public var inflatedBytes: Int
  /// The greatest number of values. A value that is used several times counts each time.
  public var values: Int
  /// The greatest depth of nested values.
  public var depth: Int

  /// Creates limits. The defaults are far beyond real files: 64 MB, four million values, 128
  /// levels.
  public init(inflatedBytes: Int = 64 << 20, values: Int = 4_000_000, depth: Int = 128) {
    self.inflatedBytes = inflatedBytes
    self.values = values
    self.depth = depth
  }
}
