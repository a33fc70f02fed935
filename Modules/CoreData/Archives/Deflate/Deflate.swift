public import Foundation

/// The compressed data format DEFLATE, RFC 1951, without a header or a checksum around it.
public enum Deflate {
  /// Unpacks compressed data. What follows its last block is ignored. O(size of the result).
  ///
  /// - Parameter limit: How many bytes the result may have.
  /// - Throws: ``ArchiveError`` for data that breaks the format's rules, ends early or is too large.
  public static func inflate(
    _ bytes: [UInt8], limit: Int = ArchiveLimits().inflatedBytes
  ) throws(ArchiveError) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    return try inflater.inflated()
  }

  /// Unpacks compressed data. What follows its last block is ignored. O(size of the result).
  ///
  /// - Parameter limit: How many bytes the result may have.
  /// - Throws: ``ArchiveError`` for data that breaks the format's rules, ends early or is too large.
  public static func inflate(
    _ data: Data, limit: Int = ArchiveLimits().inflatedBytes
  ) throws(ArchiveError) -> Data {
    Data(try inflate([UInt8](data), limit: limit))
  }
}
