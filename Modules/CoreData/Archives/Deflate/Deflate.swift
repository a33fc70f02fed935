public import Foundation

/// The compressed data format DEFLATE, RFC 1951, without a header or a checksum around it.
public enum Deflate {
  /// Decompresses data. Bytes after the last block are ignored. O(size of the result).
  ///
  /// - Parameter limit: The greatest size of the result in bytes.
  /// - Throws: ``ArchiveError`` if the data is invalid, incomplete or too large.
  public static func inflate(
    _ bytes: [UInt8], limit: Int = ArchiveLimits().inflatedBytes
  ) throws(ArchiveError) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    return try inflater.inflated()
  }

  /// Decompresses data. Bytes after the last block are ignored. O(size of the result).
  ///
  /// - Parameter limit: The greatest size of the result in bytes.
  /// - Throws: ``ArchiveError`` if the data is invalid, incomplete or too large.
  public static func inflate(
    _ data: Data, limit: Int = ArchiveLimits().inflatedBytes
  ) throws(ArchiveError) -> Data {
    Data(try inflate([UInt8](data), limit: limit))
  }
}
