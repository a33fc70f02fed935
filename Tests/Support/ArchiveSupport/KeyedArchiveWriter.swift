public import Foundation
public import StrataArchives

/// Writes keyed archives object by object.
public struct KeyedArchiveWriter {
  private var objects: [PropertyListValue] = [.string("$null")]
  private var classes: [String: PropertyListValue] = [:]

  /// Begins an archive.
  public init() {}

  /// A reference to no object.
  public static let null = PropertyListValue.uid(0)

  /// Adds a plain value as an object.
  public mutating func add(_ value: PropertyListValue) -> PropertyListValue {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  /// Adds a text.
  public mutating func add(_ text: String) -> PropertyListValue { add(.string(text)) }

  /// Adds an object of a class, with what it has under each key.
  public mutating func add(
    class name: String, _ fields: [String: PropertyListValue]
  ) -> PropertyListValue {
    let object = reserve()
    set(object, class: name, fields)
    return object
  }

  /// Makes room for an object that others refer to before it is set.
  public mutating func reserve() -> PropertyListValue { add(.null) }

  /// Sets an object for which there is room.
  public mutating func set(
    _ object: PropertyListValue, class name: String, _ fields: [String: PropertyListValue]
  ) {
    guard case .uid(let number) = object else { preconditionFailure("\(object) is no reference") }
    objects[number] = .dictionary(fields.merging(["$class": classReference(name)]) { $1 })
  }

  private mutating func classReference(_ name: String) -> PropertyListValue {
    if let known = classes[name] { return known }
    // What a mutable class inherits from is what a reader looks for.
    let parent = name.replacingOccurrences(of: "Mutable", with: "")
    var names = parent == name ? [name] : [name, parent]
    if name.hasSuffix("AttributeDescription"), name != "NSAttributeDescription" {
      names.append("NSAttributeDescription")
    }
    if name == "NSDecimalNumber" { names.append("NSNumber") }
    let reference = add(
      .dictionary([
        "$classname": .string(name),
        "$classes": .array((names + ["NSObject"]).map { .string($0) }),
      ]))
    classes[name] = reference
    return reference
  }

  /// Adds an array of objects that are there.
  public mutating func array(
    _ elements: [PropertyListValue], class name: String = "NSArray"
  ) -> PropertyListValue {
    add(class: name, ["NS.objects": .array(elements)])
  }

  /// Adds a dictionary with texts as keys.
  public mutating func dictionary(
    _ values: KeyValuePairs<String, PropertyListValue>, class name: String = "NSDictionary"
  ) -> PropertyListValue {
    let keys = values.map { add($0.key) }
    return add(
      class: name, ["NS.keys": .array(keys), "NS.objects": .array(values.map(\.value))])
  }

  /// The archive as a property list.
  public func list(root: PropertyListValue) -> PropertyListValue {
    .dictionary([
      "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
      "$top": .dictionary(["root": root]), "$objects": .array(objects),
    ])
  }

  /// The archive's bytes.
  public func data(root: PropertyListValue) -> Data {
    Data(PropertyListWriter.bytes(of: list(root: root)))
  }
}
