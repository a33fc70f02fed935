import Strata
import StrataApplication
import StrataQueryText
import StrataShell

/// `set Item/3 name Rain`: a value from a line for a property of an object.
@MainActor struct PropertyAssignment {
  private let name: ArgumentValue
  private let value: ArgumentValue
  private let object: ObjectName
  private let environment: ApplicationEnvironment

  init(
    _ name: ArgumentValue, _ value: ArgumentValue, _ object: ObjectName,
    _ environment: ApplicationEnvironment
  ) {
    self.name = name
    self.value = value
    self.object = object
    self.environment = environment
  }

  private var isNil: Bool { value.text == "nil" && !value.isQuoted }

  func perform() throws {
    let model = try object.find(environment)
    let parts = name.text.split(separator: ".", maxSplits: 1).map(String.init)
    let entity = object.entity(of: model, environment)
    let names = entity.properties.map(\.name)
    guard let first = parts.first, let property = entity.property(named: first) else {
      let nearest = NearestName.find(name.text, in: names)
      throw name.error(
        "\(entity.name) has no property “\(name.text)”",
        hint: nearest.map { "did you mean \($0)?" } ?? "it has \(names.joined(separator: ", "))")
    }
    switch property {
    case .attribute(let attribute):
      try assign(attribute, part: parts.count > 1 ? parts[1] : nil, of: model)
    case .relationship(let relationship):
      guard parts.count == 1 else {
        throw name.error(
          "\(relationship.name) leads to \(relationship.destination) and has no parts",
          hint: "set the property of the object it leads to")
      }
      guard relationship.isToOne else {
        throw name.error(
          "\(relationship.name) leads to several objects",
          hint: "set the other end: the property of \(relationship.destination) that leads back")
      }
      let target = isNil ? nil : try ObjectName(value, environment).find(environment)
      try model.setRelated(target, forKey: relationship.name)
    }
  }

  private func assign(
    _ attribute: Schema.Attribute, part: String?, of model: any PersistentModel
  ) throws {
    let old = try model.columnValues(forKey: attribute.name)
    var columns = old
    let names = attribute.columns.map(\.part)
    let index = attribute.columns.firstIndex { $0.part == part ?? "" }
    guard let index, columns.indices.contains(index) else {
      throw name.error(
        "\(attribute.name) has \(part == nil ? "several parts" : "no part \(part ?? "")")",
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
    } else {
      throw value.error("“\(value.text)” is not \(column.expectation)")
    }
    do {
      try model.setColumnValues(columns, forKey: attribute.name)
    } catch StorageError.invalidValue(let invalid) {
      throw value.error("\(attribute.name): \(invalid.reason)")
    }
    // The columns may make a value that is none for this property.
    do {
      for plugin in environment.plugins { try plugin.check(model) }
    } catch {
      try model.setColumnValues(old, forKey: attribute.name)
      throw value.error("\(attribute.name): \(error)")
    }
  }
}
