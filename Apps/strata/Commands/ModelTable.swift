import Foundation
import StrataDescriptions
import StrataModelSource
import StrataSchema
import StrataShell

/// A model as a table: a row for each property, and for each entity without one.
struct ModelTable {
  private let model: ManagedObjectModel

  init(_ model: ManagedObjectModel) { self.model = model }

  var table: Table {
    Table(
      [
        "entity", "property", "type", "optional", "default", "inverse", "deletes", "details",
      ], rows: model.entities.flatMap(rows))
  }

  private func rows(_ entity: EntityDescription) -> [[Cell]] {
    var details: [String] = []
    if let parent = entity.superentityName { details.append("inherits from \(parent)") }
    if let former = entity.formerName { details.append("was \(former)") }
    if entity.isAbstract { details.append("abstract") }
    for group in entity.uniquenessConstraints {
      details.append("unique by \(group.joined(separator: ", "))")
    }
    for index in entity.indexes {
      let names = index.elements.map { $0.propertyName ?? "an expression" }
      details.append("index over \(names.joined(separator: ", "))")
    }
    let own: [Cell] = [
      .text(entity.name), .null, .null, .null, .null, .null, .null,
      Cell(details.isEmpty ? nil : details.joined(separator: "; ")),
    ]
    return (details.isEmpty && !entity.properties.isEmpty ? [] : [own])
      + entity.properties.map { [.text(entity.name)] + cells($0) }
  }

  private func cells(_ property: PropertyDescription) -> [Cell] {
    var details = property.isTransient ? ["transient"] : []
    if let former = property.underlying.formerName { details.append("was \(former)") }
    var (type, value, inverse, rule) = ("", Cell.null, Cell.null, Cell.null)
    switch property {
    case .attribute(let attribute):
      type = attribute.compositeName ?? attribute.type.name
      value = Cell(attribute.defaultValue.map(Self.text))
      if let derivation = attribute.derivationExpression {
        details.append("derived: \(derivation)")
      }
      if attribute.allowsExternalBinaryDataStorage { details.append("in files of its own") }
      if let name = attribute.valueTransformerName { details.append("by \(name)") }
    case .relationship(let relationship):
      let count = relationship.isToMany ? "[\(relationship.destinationEntityName ?? "")]" : nil
      type = count ?? relationship.destinationEntityName ?? ""
      inverse = Cell(relationship.inverseName)
      rule = .text(relationship.deleteRule.rawValue)
      if relationship.isOrdered { details.append("ordered") }
      if relationship.isToMany, relationship.minCount > 0 {
        details.append("at least \(relationship.minCount)")
      }
      if relationship.isToMany, relationship.maxCount > 0 {
        details.append("at most \(relationship.maxCount)")
      }
    case .fetchedProperty(let fetched):
      type = "fetch \(fetched.fetchRequest?.entityName ?? "")"
      if let predicate = fetched.fetchRequest?.predicate { details.append(predicate) }
    }
    return [
      .text(property.name), .text(type), .boolean(property.isOptional), value, inverse, rule,
      Cell(details.isEmpty ? nil : details.joined(separator: "; ")),
    ]
  }

  private static func text(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text.isEmpty ? "\"\"" : text
    case .boolean(let truth): "\(truth)"
    case .date(let date): "\(date)"
    case .data(let data): "\(data.count) bytes"
    case .uuid(let uuid): uuid.uuidString
    case .uri(let url): url.absoluteString
    }
  }
}
