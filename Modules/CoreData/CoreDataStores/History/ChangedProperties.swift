import Foundation
import StrataDescriptions

/// The order of an entity's properties in the history's bit sets of changed properties.
///
/// To-one relationships come first, each with a second bit if its destination has subentities.
/// Attributes follow, then to-many relationships. In each group inherited properties come before
/// the entity's own, which are sorted by name. The order was found by comparing stores before and
/// after updates. The bits of composite and derived attributes are unknown.
struct ChangedProperties {
  /// The property of each bit, or nil if the order is unknown.
  private let names: [String]?

  init(of entity: EntityDescription, in model: ManagedObjectModel) {
    let lineage = model.superentities(of: entity).reversed() + [entity]
    let isKnown = lineage.allSatisfy { one in
      one.attributes.allSatisfy { $0.type != .composite && !$0.isDerived }
    }
    guard isKnown else {
      names = nil
      return
    }
    func sorted(_ isIncluded: (PropertyDescription) -> Bool) -> [PropertyDescription] {
      lineage.flatMap { one in
        one.properties.filter { !$0.isTransient && isIncluded($0) }.sorted { $0.name < $1.name }
      }
    }
    var names: [String] = []
    for property in sorted({ if case .relationship(let one) = $0 { !one.isToMany } else { false } })
    {
      names.append(property.name)
      guard case .relationship(let one) = property,
        let destination = one.destinationEntityName.flatMap(model.entity(named:)),
        !model.subentities(of: destination).isEmpty
      else { continue }
      names.append(property.name)
    }
    names += sorted { if case .attribute = $0 { true } else { false } }.map(\.name)
    names += sorted { if case .relationship(let one) = $0 { one.isToMany } else { false } }
      .map(\.name)
    self.names = names
  }

  /// True if the order of the bits is known.
  var isKnown: Bool { names != nil }

  /// The suffix of a to-one relationship's name that denotes its second bit.
  static let entityMark = "/"

  /// Encodes a set of properties. Returns nil if the order of the bits is unknown.
  ///
  /// - Parameter properties: Names of properties. A name with ``entityMark`` denotes the
  ///   relationship's second bit.
  func bits(of properties: Set<String>) -> Data? {
    guard let names else { return nil }
    var bits = Data(count: (names.count + 7) / 8)
    for (place, name) in names.enumerated() {
      let isSecond = place > 0 && names[place - 1] == name
      guard properties.contains(isSecond ? name + Self.entityMark : name) else { continue }
      bits[place / 8] |= 0x80 >> UInt8(place % 8)
    }
    return bits
  }

  /// Decodes a set of properties. The first bit is the highest of the first byte.
  ///
  /// Returns nil if the bits don't match the entity.
  func names(in bits: Data) -> [String]? {
    guard let names, bits.count == (names.count + 7) / 8 else { return nil }
    var found: [String] = []
    for (index, byte) in bits.enumerated() {
      for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 {
        let place = index * 8 + bit
        guard names.indices.contains(place) else { return nil }
        if found.last != names[place] { found.append(names[place]) }
      }
    }
    return found
  }
}
