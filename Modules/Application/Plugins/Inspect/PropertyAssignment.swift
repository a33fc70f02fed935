@_spi(Query) import StrataModel
import Foundation
public import Strata
public import StrataApplication
import StrataQueryText
public import StrataShell

/// An assignment from a line to a property of an object or a part of it: `unit kg`,
/// `dataContent.value1 98.6`.
@MainActor public struct PropertyAssignment {
  /// The name of the property, or of its part, as it stands on the line.
  public let name: ArgumentValue
  /// The value as it stands on the line.
  public let value: ArgumentValue
  /// The property that the name leads to.
  public let property: Schema.Property
  /// The part behind the dot.
  private let part: String?
  private let environment: ApplicationEnvironment

  /// Finds the property that the name leads to.
  ///
  /// - Throws: `ShellError` if the entity has none of that name.
  public init(
    _ name: ArgumentValue, _ value: ArgumentValue, entity: Schema.Entity,
    _ environment: ApplicationEnvironment
  ) throws(ShellError) {
    let parts = name.text.split(separator: ".", maxSplits: 1).map(String.init)
    guard let first = parts.first, let property = entity.property(named: first) else {
      let names = entity.properties.map(\.name)
      let nearest = NearestName.find(name.text, in: names)
      throw name.error(
        "\(entity.name) has no property “\(name.text)”",
        hint: nearest.map { "did you mean \($0)?" } ?? "it has \(names.joined(separator: ", "))")
    }
    self.name = name
    self.value = value
    self.property = property
    part = parts.count > 1 ? parts[1] : nil
    self.environment = environment
  }

  private var isNil: Bool { value.text == "nil" && !value.isQuoted }

  /// Parses the value, and stores it in the right one of an attribute's columns.
  public func fill(_ columns: inout [ColumnValue], of attribute: Schema.Attribute)
    throws(ShellError)
  {
    let index = attribute.columns.firstIndex { $0.part == part ?? "" }
    guard let index, columns.indices.contains(index) else {
      let names = attribute.columns.map(\.part)
      throw name.error(
        "\(attribute.name) has \(part.map { "no part \($0)" } ?? "several parts")",
        hint: names == [""]
          ? "write just \(attribute.name)"
          : "one of: " + names.map { "\(attribute.name).\($0)" }.joined(separator: ", "))
    }
    let column = attribute.columns[index]
    if isNil {
      guard column.isOptional else { throw name.error("\(attribute.name) needs a value") }
      columns[index] = .null
    } else if let parsed = column.value(of: value.text, timeZone: environment.output.timeZone) {
      columns[index] = parsed
    } else if column.meaning == .date {
      columns[index] = .real(try environment.date(value).timeIntervalSinceReferenceDate)
    } else {
      throw value.error("“\(value.text)” is not \(column.expectation)")
    }
  }

  /// Returns the object to assign to a to-one relationship.
  public func target(_ relationship: Schema.Relationship) throws -> (any PersistentModel)? {
    guard part == nil else {
      throw name.error(
        "\(relationship.name) leads to \(relationship.destination) and has no parts",
        hint: "set the property of the object it leads to")
    }
    guard relationship.isToOne else {
      throw name.error(
        "\(relationship.name) leads to several objects",
        hint: "link and unlink change which")
    }
    return isNil ? nil : try ObjectName(value, environment).find(environment)
  }

  /// Returns the object to add to or remove from a to-many relationship.
  ///
  /// - Throws: `ShellError` for an object that isn't there or of another entity, and for another property.
  public func member() throws -> any PersistentModel {
    guard case .relationship(let relationship) = property, !relationship.isToOne, part == nil else {
      throw name.error(
        "\(name.text) doesn't lead to several objects", hint: "set changes its value")
    }
    return try ObjectName(value, environment).find(environment)
  }

  /// Assigns the value to an object.
  public func perform(on model: any PersistentModel) throws {
    switch property {
    case .attribute(let attribute):
      let old = try model.columnValues(forKey: attribute.name)
      var columns = old
      try fill(&columns, of: attribute)
      try set(columns, attribute, of: model)
      // Plugins may reject a combination of columns, so the old value is restored.
      do {
        for plugin in environment.plugins { try plugin.check(model) }
      } catch {
        try model.setColumnValues(old, forKey: attribute.name)
        throw value.error("\(attribute.name): \(error)")
      }
    case .relationship(let relationship):
      try model.setRelated(try target(relationship), forKey: relationship.name)
    }
  }

  func set(
    _ columns: [ColumnValue], _ attribute: Schema.Attribute, of model: any PersistentModel
  ) throws {
    do {
      try model.setColumnValues(columns, forKey: attribute.name)
    } catch StorageError.invalidValue(let invalid) {
      throw value.error("\(attribute.name): \(invalid.reason)")
    }
  }
}
