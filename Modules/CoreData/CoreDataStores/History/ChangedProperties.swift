import Foundation
import StrataDescriptions

/// The properties of an entity in the order in which a history notes by one bit each which have changed.
///
/// To-one relationships stand first, each with a second bit where its destination has subentities; then
/// attributes, then to-many relationships. In each of these groups inherited properties stand before the
/// entity's own, by name. The order was found by comparing stores before and after their updates; where
/// composite and derived attributes stand is not known.
struct ChangedProperties {
  /// A name for each bit; nil where it isn't known.
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

  /// Whether it is known which bit is whose.
  var isKnown: Bool { names != nil }

  /// What stands behind the name of a to-one relationship for the second of its bits.
  static let entityMark = "/"

  /// The bits of some properties, as the history notes them; nil where they aren't known.
  ///
  /// - Parameter properties: Names; with ``entityMark`` behind it, that of a relationship stands for its
  ///   second bit.
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

  /// The names of the bits that are set, the first being the highest of the first byte; nil where they
  /// don't belong to the entity.
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
