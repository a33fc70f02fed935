internal import Foundation

extension PropertyListValue {
  /// Reads an XML property list. It can't contain references to objects.
  ///
  /// - Throws: ``ArchiveError`` if the data isn't such a list or is too large.
  init(xmlPropertyList data: Data, limits: ArchiveLimits) throws(ArchiveError) {
    guard data.count <= limits.inflatedBytes else {
      throw .tooLarge(what: "size", limit: limits.inflatedBytes)
    }
    // Rejects property lists in the oldest format, for which Foundation doesn't limit the depth.
    let start = data.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
    guard start == UInt8(ascii: "<") else {
      throw .corrupt(reason: "the property list is neither binary nor XML", offset: 0)
    }
    var format = PropertyListSerialization.PropertyListFormat.xml
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: data, format: &format)
    } catch {
      // Foundation's message differs between platforms.
      throw .corrupt(reason: "no property list is here", offset: nil)
    }
    guard format == .xml else {
      throw .corrupt(reason: "the property list is neither binary nor XML", offset: nil)
    }
    var left = limits.values
    try self.init(list, depth: limits.depth, left: &left, limits: limits)
  }

  private init(
    _ value: Any, depth: Int, left: inout Int, limits: ArchiveLimits
  ) throws(ArchiveError) {
    left -= 1
    guard left >= 0 else { throw .tooLarge(what: "number of values", limit: limits.values) }
    guard depth > 0 else { throw .tooLarge(what: "nesting", limit: limits.depth) }
    switch value {
    case let text as String: self = .string(text)
    case let data as Data: self = .data(data)
    case let date as Date: self = .date(date)
    case let number as NSNumber: self.init(number)
    case let list as [Any]:
      var elements: [PropertyListValue] = []
      for element in list {
        elements.append(try .init(element, depth: depth - 1, left: &left, limits: limits))
      }
      self = .array(elements)
    case let list as [String: Any]:
      var values: [String: PropertyListValue] = [:]
      for (key, value) in list {
        values[key] = try .init(value, depth: depth - 1, left: &left, limits: limits)
      }
      self = .dictionary(values)
    default: throw .corrupt(reason: "a value is of no known kind", offset: nil)
    }
  }

  private init(_ number: NSNumber) {
    // A number created from a Bool has a C type of its own.
    switch UInt8(bitPattern: Int8(truncatingIfNeeded: Int(number.objCType.pointee))) {
    case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
    case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
    case UInt8(ascii: "Q") where number.uint64Value > UInt64(Int64.max):
      self = .unsignedInteger(number.uint64Value)
    default: self = .integer(number.int64Value)
    }
  }
}
