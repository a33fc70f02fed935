/// What one look at a file's bytes finds that a parser had better not see.
struct ByteScan {
  /// Whether there is a byte that is 0.
  private(set) var hasZero = false
  /// Where a declaration begins: `<!`, unless it is that of a comment or of text as it stands.
  private(set) var declaration: Int?
  /// Where an element has too many attributes.
  private(set) var crowd: Int?

  init(_ bytes: UnsafeRawBufferPointer, maximumAttributes: Int) {
    var attributes = 0
    // The byte before, and the one before that which is no space.
    var previous: UInt8 = 0
    var mark: UInt8 = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0: hasZero = true
      case UInt8(ascii: "<"): attributes = 0
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if mark == UInt8(ascii: "=") { attributes += 1 }
        if attributes > maximumAttributes, crowd == nil { crowd = index }
      default:
        if previous == UInt8(ascii: "!"), mark == previous, declaration == nil, index > 1,
          bytes[index - 2] == UInt8(ascii: "<"), byte != UInt8(ascii: "-"),
          byte != UInt8(ascii: "[")
        {
          declaration = index
        }
      }
      previous = byte
      if byte > 0x20 { mark = byte }
    }
  }
}
