/// Packs data as DEFLATE does that gains nothing: in stored blocks.
public enum StoredDeflate {
  /// The packed data.
  public static func deflate(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var packed: [UInt8] = []
    var rest = Array(bytes)[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(0xFFFF)
      let size = UInt16(block.count)
      packed.append(rest.isEmpty ? 1 : 0)
      packed += [size, ~size].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      packed += block
    } while !rest.isEmpty
    return packed
  }
}
