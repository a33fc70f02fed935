/// Properties of a file's bytes that are checked in one pass before parsing.
struct ByteScan {
  /// True if there is a zero byte.
  private(set) var hasZero = false
  /// The position of the first declaration: `<!` that begins neither a comment nor a CDATA section.
  private(set) var declaration: Int?
  /// The position at which an element exceeds the limit of attributes.
  private(set) var crowd: Int?

  init(_ bytes: UnsafeRawBufferPointer, maximumAttributes: Int) {
    var attributes = 0
    // The previous byte, and the previous one that isn't white space.
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
