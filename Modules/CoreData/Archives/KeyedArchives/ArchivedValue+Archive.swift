public import Foundation

extension ArchivedValue {
  /// The value as a keyed archive, as `NSKeyedArchiver` makes it of Foundation's objects.
  ///
  /// - Throws: ``ArchiveError/unarchivable(_:)`` for an object of another class and for a cycle.
  public func keyedArchive() throws(ArchiveError) -> Data {
    var writer = KeyedArchiveWriter()
    let root = try writer.add(self)
    return writer.list(root: root).binaryPropertyList()
  }
}

/// Collects the objects of a keyed archive.
private struct KeyedArchiveWriter {
  private var objects: [PropertyListValue] = [.string("$null")]
  /// The references to the classes' descriptions, by name.
  private var classes: [String: PropertyListValue] = [:]

  /// The archive as a property list.
  func list(root: PropertyListValue) -> PropertyListValue {
    .dictionary([
      "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
      "$top": .dictionary(["root": root]), "$objects": .array(objects),
    ])
  }

  /// Adds a value, and returns a reference to it.
  mutating func add(_ value: ArchivedValue) throws(ArchiveError) -> PropertyListValue {
    switch value {
    case .null: return add(class: "NSNull", [:])
    case .boolean(let truth): return add(plain: .boolean(truth))
    case .integer(let number): return add(plain: .integer(number))
    case .unsignedInteger(let number): return add(plain: .unsignedInteger(number))
    case .double(let number): return add(plain: .real(number))
    case .decimal(let number): return add(class: "NSDecimalNumber", Self.fields(of: number))
    // As a plain object this text means nothing at all.
    case .string("$null"): return add(class: "NSString", ["NS.string": .string("$null")])
    case .string(let text): return add(plain: .string(text))
    case .data(let data): return add(plain: .data(data))
    case .date(let date):
      return add(class: "NSDate", ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
    case .uuid(let uuid):
      let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
      return add(class: "NSUUID", ["NS.uuidbytes": .data(bytes)])
    case .url(let url):
      let text = add(plain: .string(url.absoluteString))
      return add(class: "NSURL", ["NS.base": .uid(0), "NS.relative": text])
    case .array(let elements):
      return add(class: "NSArray", ["NS.objects": .array(try references(elements))])
    case .set(let elements):
      return add(class: "NSSet", ["NS.objects": .array(try references(elements))])
    case .dictionary(let entries):
      let keys = try references(entries.map(\.key))
      let values = try references(entries.map(\.value))
      return add(class: "NSDictionary", ["NS.keys": .array(keys), "NS.objects": .array(values)])
    case .object(let name, _): throw .unarchivable("an object of the class \(name)")
    case .cycle: throw .unarchivable("an object that contains itself")
    }
  }

  private mutating func references(
    _ values: [ArchivedValue]
  ) throws(ArchiveError) -> [PropertyListValue] {
    var references: [PropertyListValue] = []
    for value in values { references.append(try add(value)) }
    return references
  }

  private mutating func add(plain value: PropertyListValue) -> PropertyListValue {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  private mutating func add(
    class name: String, _ fields: [String: PropertyListValue]
  ) -> PropertyListValue {
    let description = classes[name] ?? add(plain: Self.classDescription(name))
    classes[name] = description
    return add(plain: .dictionary(fields.merging(["$class": description]) { first, _ in first }))
  }

  private static func classDescription(_ name: String) -> PropertyListValue {
    let parents = name == "NSDecimalNumber" ? ["NSNumber", "NSValue"] : []
    return .dictionary([
      "$classname": .string(name),
      "$classes": .array(([name] + parents + ["NSObject"]).map { .string($0) }),
    ])
  }

  /// The keys of `NSDecimalNumber`: eight 16-bit numbers, the lowest first, and the exponent of a power of
  /// ten. Apple's archives have the bytes in place.
  private static func fields(of number: Decimal) -> [String: PropertyListValue] {
    var mantissa = Data()
    var exponent = number.exponent
    // The significand's digits as an integer. It has at most 38 digits.
    var digits = UInt128("\(number.isNaN ? 0 : number.significand)") ?? 0
    while digits > 0, digits.isMultiple(of: 10), exponent < 0 {
      digits /= 10
      exponent += 1
    }
    var words = 0
    for place in 0..<8 {
      let word = UInt16(truncatingIfNeeded: digits >> UInt128(16 * place))
      mantissa.append(UInt8(truncatingIfNeeded: word))
      mantissa.append(UInt8(truncatingIfNeeded: word >> 8))
      if word != 0 { words = place + 1 }
    }
    return [
      "NS.mantissa": .data(mantissa), "NS.mantissa.bo": .integer(1),
      "NS.exponent": .integer(Int64(exponent)), "NS.length": .integer(Int64(words)),
      "NS.negative": .boolean(number.sign == .minus || number.isNaN),
      "NS.compact": .boolean(true),
    ]
  }
}
