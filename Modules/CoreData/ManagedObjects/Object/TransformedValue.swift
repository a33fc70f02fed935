internal import Foundation
import StrataArchives
import StrataDescriptions
import StrataModel

/// The reason why a transformable attribute's value can't be read or stored.
enum TransformationFailure: Error, CustomStringConvertible {
  case unknownTransformer(String)
  case noValue(String)
  case unreadable(String)

  var description: String {
    switch self {
    case .unknownTransformer(let name):
      "no value transformer is registered as \(name); register it with "
        + "ValueTransformer.setValueTransformer(_:forName:)"
    case .noValue(let name): "\(name) makes no value of it"
    case .unreadable(let reason): reason
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
  func transformed(_ value: Any) throws(UnfitValue) -> Data {
    guard let transformer = ValueTransformer.named(transformerName) else {
      throw .transformation("\(TransformationFailure.unknownTransformer(transformerName))")
    }
    var data: Any?
    if Self.archives(transformer) {
      do {
        data = try ArchivedValue(any: value)?.keyedArchive()
      } catch {
        throw .transformation("\(error)")
      }
    } else {
      data = transformer.stored(value)
    }
    switch data {
    case let data as Data: return data
    case let data as NSData: return Data(referencing: data)
    default:
      throw .transformation(
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
      throw .unreadable("\(error)")
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
      throw .unreadable(
        "the archive has an object of the class \(name); register a transformer that allows the class"
      )
    case .cycle: throw .unreadable("the archive has an object that contains itself")
    }
  }

  private static func key(_ value: ArchivedValue) throws(TransformationFailure) -> AnyHashable {
    // The hash of NSNull never ends on Linux.
    guard value != .null, let key = try plain(value) as? AnyHashable else {
      throw .unreadable("the archive has a key or a member of a set that can't be compared")
    }
    return key
  }
}

extension ArchivedValue {
  /// Takes a value of Foundation, or returns nil for one of another class.
  fileprivate init?(any value: Any) {
    switch value {
    case let truth as Bool where Swift.type(of: value) == Bool.self: self = .boolean(truth)
    case is NSNull: self = .null
    case let text as String: self = .string(text)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let uuid as UUID: self = .uuid(uuid)
    case let url as URL: self = .url(url)
    case let number as NSDecimalNumber: self = .decimal(number.decimalValue)
    case let number as NSNumber where number.isBoolean: self = .boolean(number.boolValue)
    case let array as [Any]: self.init(elements: array, ArchivedValue.array)
    case let set as NSOrderedSet: self.init(elements: set.array, ArchivedValue.array)
    case let set as NSSet: self.init(elements: set.allObjects, ArchivedValue.set)
    case let set as Set<AnyHashable>: self.init(elements: set.map(\.base), ArchivedValue.set)
    case let dictionary as [AnyHashable: Any]:
      var entries: [Entry] = []
      for (key, value) in dictionary {
        guard let key = ArchivedValue(any: key.base), let value = ArchivedValue(any: value) else {
          return nil
        }
        entries.append(Entry(key: key, value: value))
      }
      // In an order of their own, so that equal dictionaries have equal archives.
      self = .dictionary(entries.sorted { "\($0.key)" < "\($1.key)" })
    default:
      switch GivenNumber(value) {
      case .integer(let number)?: self = .integer(number)
      case .real(let number)?: self = .double(number)
      case .decimal(let number)?: self = .decimal(number)
      case .large(let number)?:
        guard let large = UInt64("\(number)") else { return nil }
        self = .unsignedInteger(large)
      case nil: return nil
      }
    }
  }

  private init?(elements: [Any], _ make: ([ArchivedValue]) -> ArchivedValue) {
    var values: [ArchivedValue] = []
    for element in elements {
      guard let value = ArchivedValue(any: element) else { return nil }
      values.append(value)
    }
    self = make(values)
  }
}

extension NSNumber {
  /// True for a number that was made of a Boolean, which has a C type of its own.
  fileprivate var isBoolean: Bool {
    ["c", "B"].contains(UnicodeScalar(UInt8(bitPattern: objCType.pointee)))
  }
}
