import Foundation

/// A file's bytes, checked to be safe for the parser.
///
/// It rejects what no model has: other encodings, declarations of document types, and hence
/// entities that could expand or refer to other files, and files that are far too large.
struct ModelText {
  /// The greatest size of a file in bytes. The largest known models have half a million, and
  /// libxml2 accepts at most ten million.
  static let maximumSize = 8 << 20
  /// The greatest number of attributes in an element. libxml2 compares each with every other.
  static let maximumAttributes = 1000

  let data: Data

  init(_ data: Data, path: String) throws(ModelFileError) {
    func refuse(_ reason: String) -> ModelFileError { .notAModel(path: path, reason: reason) }
    if data.count > Self.maximumSize {
      throw refuse("it has more than \(Self.maximumSize >> 20) megabytes")
    }
    if data.starts(with: Array("bplist".utf8)) {
      throw refuse(
        "it is a binary property list, as Xcode 3 wrote models and as compiled ones are; "
          + "a model's source is XML, which newer versions of Xcode write")
    }
    if [[0xFE, 0xFF], [0xFF, 0xFE]].contains(where: { data.starts(with: $0) }) {
      throw refuse("it is UTF-16; save it as UTF-8")
    }
    let scan = data.withUnsafeBytes { ByteScan($0, maximumAttributes: Self.maximumAttributes) }
    if scan.hasZero { throw refuse("it has bytes that no text has") }
    guard String(validating: data, as: UTF8.self) != nil else {
      throw refuse("it isn't UTF-8")
    }
    let declaration = Self.declaration(in: data)
    if declaration.count > 1024 { throw refuse("its XML declaration is too long") }
    if let encoding = Self.encoding(in: declaration),
      !["utf-8", "utf8", "us-ascii", "ascii"].contains(encoding.lowercased())
    {
      throw refuse("it says that it is \(encoding); save it as UTF-8")
    }
    func invalid(at offset: Int, _ reason: String) -> ModelFileError {
      let line = data.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
      return .invalid(path: path, line: line, reason: reason)
    }
    if let offset = scan.declaration {
      throw invalid(
        at: offset,
        "a model declares no document type; remove <!DOCTYPE, and the entities it declares")
    }
    if let offset = scan.crowd {
      throw invalid(at: offset, "an element has more than \(Self.maximumAttributes) attributes")
    }
    // The parser fails on fewer than five bytes.
    if data.count < 8 { throw refuse("there is nothing in it") }
    self.data = Data(data)
  }

  /// The XML declaration, or no bytes if there is none.
  private static func declaration(in data: Data) -> Data {
    guard let start = data.firstIndex(of: UInt8(ascii: "<")),
      data[start...].starts(with: Array("<?xml".utf8))
    else { return Data() }
    return data[start..<(data[start...].firstIndex(of: UInt8(ascii: ">")) ?? data.endIndex)]
  }

  private static func encoding(in declaration: Data) -> String? {
    let text = String(decoding: declaration, as: UTF8.self)
    return text.firstMatch(of: /encoding\s*=\s*["']([^"']*)["']/).map { String($0.1) }
  }
}
