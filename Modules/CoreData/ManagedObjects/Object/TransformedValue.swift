internal import Foundation
import StrataArchives
import StrataDescriptions
import StrataModel

/// The reason why a transformable attribute's value can't be read or stored.
enum TransformationFailure: Error, CustomStringConvertible {
  case unknownTransformer(String)
  /// The transformer makes no value of the data.
  case noValue(String)
  /// The archive can't be read, or none can be made of the value.
  case archive(String)

  var description: String {
    switch self {
    case .unknownTransformer(let name):
      "no value transformer is registered as \(name); register it with "
        + "ValueTransformer.setValueTransformer(_:forName:)"
    case .noValue(let name): "\(name) makes no value of it"
    case .archive(let reason): reason
    }
  }
}

/// A transformable attribute's values, which its transformer turns into the data that is stored. Without
/// a transformer's name it is the one that makes archives, as in Core Data.
extension AttributeDescription {
  private var transformerName: String {
    valueTransformerName ?? NSValueTransformerName.secureUnarchiveFromDataTransformerName.rawValue
  }

  /// Returns the data of a value.
  func transformed(_ value: Any) throws(TransformationFailure) -> Data {
    guard let transformer = ValueTransformer.named(transformerName) else {
      throw .unknownTransformer(transformerName)
    }
    var data: Any?
    if Self.archives(transformer) {
      var converter = ArchivedValueConverter()
      let archived = try converter.value(of: value)
      do {
        data = try archived.keyedArchive()
      } catch {
        throw .archive("\(error)")
      }
    } else {
      data = transformer.stored(value)
    }
    switch data {
    case let data as Data: return data
    case let data as NSData: return Data(referencing: data)
    default:
      throw .archive(
        "\(transformerName) makes no data of a value of the type \(Swift.type(of: value))")
    }
  }

  // Such archives are written and read without Foundation's classes, which end the program at damaged
  // archives, at numbers of the type `NSDecimalNumber` and at `NSNull`.
  private static func archives(_ transformer: ValueTransformer) -> Bool {
    Swift.type(of: transformer) == NSSecureUnarchiveFromDataTransformer.self
  }

  /// Returns the value of stored data.
  func restored(_ data: Data) throws(TransformationFailure) -> Any {
    guard let transformer = ValueTransformer.named(transformerName) else {
      throw .unknownTransformer(transformerName)
    }
    if Self.archives(transformer) { return try Self.unarchived(data) }
    guard let value = transformer.restored(data) else { throw .noValue(transformerName) }
    return value
  }

  private static func unarchived(_ data: Data) throws(TransformationFailure) -> Any {
    let value: ArchivedValue
    do {
      value = try ArchivedValue(keyedArchive: data)
    } catch {
      throw .archive("\(error)")
    }
    return try plain(value)
  }

  private static func plain(_ value: ArchivedValue) throws(TransformationFailure) -> Any {
    switch value {
    case .null: return NSNull()
    case .boolean(let truth): return NSNumber(value: truth)
    case .integer(let number): return NSNumber(value: number)
    case .unsignedInteger(let number): return NSNumber(value: number)
    case .double(let number): return NSNumber(value: number)
    case .decimal(let number): return NSDecimalNumber(decimal: number)
    case .string(let text): return text
    case .data(let data): return data
    case .date(let date): return date
    case .uuid(let uuid): return uuid
    case .url(let url): return url
    case .array(let elements): return try elements.map(plain)
    case .set(let elements):
      var members: Set<AnyHashable> = []
      for element in elements { members.insert(try key(element)) }
      return members
    case .dictionary(let entries):
      var values: [AnyHashable: Any] = [:]
      for entry in entries { values[try key(entry.key)] = try plain(entry.value) }
      return values
    case .object(let name, _):
      throw .archive(
        "the archive has an object of the class \(name); register a transformer that allows the class"
      )
    case .cycle: throw .archive("the archive has an object that contains itself")
    }
  }

  private static func key(_ value: ArchivedValue) throws(TransformationFailure) -> AnyHashable {
    // The hash of NSNull never ends on Linux.
    guard value != .null, let key = try plain(value) as? AnyHashable else {
      throw .archive("the archive has a key or a member of a set that can't be compared")
    }
    return key
  }
}

/// Converts values of Foundation to what an archive is made of, within the limits of those who read it.
private struct ArchivedValueConverter {
  private let limits = ArchiveLimits()
  private var count = 0
  private var depth = 0

  mutating func value(of value: Any) throws(TransformationFailure) -> ArchivedValue {
    // A reader counts a reference and its object.
    count += 2
    guard count <= limits.values else {
      throw .archive("the value has more than \(limits.values / 2) parts")
    }
    if let plain = try plain(value) { return plain }
    depth += 1
    guard depth < limits.depth else {
      throw .archive("the value is nested in more than \(limits.depth) levels")
    }
    defer { depth -= 1 }
    switch value {
    case let array as [Any]: return .array(try values(of: array))
    case let set as NSOrderedSet: return .array(try values(of: set.array))
    case let set as NSSet: return .set(try keys(of: set.allObjects))
    case let set as Set<AnyHashable>: return .set(try keys(of: set.map(\.base)))
    case let dictionary as [AnyHashable: Any]:
      let keys = try keys(of: dictionary.keys.map(\.base))
      let values = try values(of: Array(dictionary.values))
      // In an order of their own, so that equal dictionaries have equal archives.
      return .dictionary(
        zip(keys, values).map { .init(key: $0, value: $1) }
          .sorted { "\($0.key)" < "\($1.key)" })
    default: throw .archive("no archive is made of a value of the type \(type(of: value))")
    }
  }

  private func plain(_ value: Any) throws(TransformationFailure) -> ArchivedValue? {
    switch value {
    case let truth as Bool where type(of: value) == Bool.self: return .boolean(truth)
    case is NSNull: return .null
    case let text as String: return .string(text)
    case let date as Date: return .date(date)
    case let data as Data: return .data(data)
    case let uuid as UUID: return .uuid(uuid)
    case let url as URL: return .url(url)
    case let number as NSDecimalNumber: return .decimal(number.decimalValue)
    case let number as NSNumber where number.isBoolean: return .boolean(number.boolValue)
    default: break
    }
    switch GivenNumber(value) {
    case .integer(let number)?: return .integer(number)
    case .real(let number)?: return .double(number)
    case .decimal(let number)?: return .decimal(number)
    case .large(let number)?:
      guard let large = UInt64("\(number)") else {
        throw .archive("the number \(number) is too large for an archive")
      }
      return .unsignedInteger(large)
    case nil: return nil
    }
  }

  private mutating func values(of elements: [Any]) throws(TransformationFailure) -> [ArchivedValue]
  {
    var values: [ArchivedValue] = []
    for element in elements { values.append(try value(of: element)) }
    return values
  }

  /// The members of a set or the keys of a dictionary. Collections and null can't be compared when they
  /// are read.
  private mutating func keys(of elements: [Any]) throws(TransformationFailure) -> [ArchivedValue] {
    let values = try values(of: elements)
    for value in values {
      switch value {
      case .null, .array, .set, .dictionary:
        throw .archive("a set or the keys of a dictionary have a collection or null")
      default: break
      }
    }
    return values
  }
}

extension NSNumber {
  /// True for a number that was made of a Boolean, which has a C type of its own.
  fileprivate var isBoolean: Bool {
    ["c", "B"].contains(UnicodeScalar(UInt8(bitPattern: objCType.pointee)))
  }
}
