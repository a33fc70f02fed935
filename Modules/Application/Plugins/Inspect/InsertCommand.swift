@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import Foundation
public import Strata
public import StrataApplication
public import StrataShell

/// The command `insert`, which makes an object of any entity.
enum InsertCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["insert"], "add an object of an entity",
      arguments: [
        .required("ENTITY", "an entity's name; schema lists them"),
        .variadic("PROPERTY=VALUE", "as set has them: nil for none, Item/3 for an object"),
      ],
      discussion: """
        What is left out has its initial value, or none; an identifier (UUID) is made. schema ENTITY \
        lists the properties.
        """,
      examples: [
        "insert Tag name=health", "insert Memo text='before breakfast' data=ItemData/1",
        "insert ItemData item=Item/1 createTimestamp=now dataContent.type=singleValue "
          + "dataContent.startDate='yesterday 7:00' dataContent.value1=98.6",
      ], group: group, completion: complete, run: run)
  }

  @MainActor private static func complete(
    _ request: CompletionRequest, _ environment: ApplicationEnvironment
  ) -> [String] {
    guard request.argumentIndex > 0 else { return EntityCompletion.queries(request, environment) }
    let object = request.words.first.map { "\($0)/" } ?? ""
    return EntityCompletion.objects(
      CompletionRequest(words: [object], prefix: "", option: nil, argumentIndex: 1), environment
    ).map { $0 + "=" }
  }

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let name = try invocation.require("ENTITY")
    let entity = try environment.entity(name)
    let assignments = try invocation.arguments("PROPERTY=VALUE").map { pair in
      guard let sign = pair.text.firstIndex(of: "=") else {
        throw pair.error("“\(pair.text)” gives no value", hint: "write \(pair.text)=VALUE")
      }
      let path = ArgumentValue(String(pair.text[..<sign]), column: pair.column)
      return try PropertyAssignment(
        path, pair.part(behind: sign), entity: entity, environment)
    }
    let object = try NewObject(entity, assignments, environment).insert(naming: name)
    environment.report("inserted \(object.persistentModelID)")
  }
}

extension ArgumentValue {
  /// Returns the text behind a sign as a value of its own.
  fileprivate func part(behind sign: String.Index) -> ArgumentValue {
    let start = text.index(after: sign)
    let distance = text.unicodeScalars.distance(from: text.startIndex, to: start)
    return ArgumentValue(String(text[start...]), column: column + distance, isQuoted: isQuoted)
  }
}

/// The insertion of an object with assignments. If any of them is invalid, nothing is inserted.
@MainActor public struct NewObject {
  private let entity: Schema.Entity
  private let assignments: [PropertyAssignment]
  private let environment: ApplicationEnvironment

  /// Prepares the insertion of an object of an entity.
  public init(
    _ entity: Schema.Entity, _ assignments: [PropertyAssignment],
    _ environment: ApplicationEnvironment
  ) {
    self.entity = entity
    self.assignments = assignments
    self.environment = environment
  }

  /// Inserts the object, which isn't saved then.
  ///
  /// - Parameter name: The entity's name in the input, for errors.
  /// - Throws: `ShellError` with all missing properties, or for a value that can't be.
  public func insert(naming name: ArgumentValue) throws -> any PersistentModel {
    var names: Set<String> = []
    for assignment in assignments where !names.insert(assignment.name.text).inserted {
      throw assignment.name.error("\(assignment.name.text) is given twice")
    }
    try checkCompleteness(name)
    let object = try environment.context.makeObject(entity: entity.name)
    try setAttributes(of: object)
    let targets = try assignments.compactMap { assignment in
      guard case .relationship(let relationship) = assignment.property else {
        return nil as (name: String, target: (any PersistentModel)?)?
      }
      return (relationship.name, try assignment.target(relationship))
    }
    do {
      for plugin in environment.plugins { try plugin.check(object) }
    } catch {
      throw name.error("this can't be a new \(entity.name): \(error)")
    }
    environment.context.insert(object)
    for (name, target) in targets { try object.setRelated(target, forKey: name) }
    return object
  }

  private func setAttributes(of object: any PersistentModel) throws {
    for attribute in entity.attributes {
      let own = assignments.filter { $0.property.name == attribute.name }
      if let last = own.last {
        var columns =
          attribute.defaultColumns == nil
          ? attribute.columns.map { _ in ColumnValue.null }
          : try object.columnValues(forKey: attribute.name)
        for assignment in own { try assignment.fill(&columns, of: attribute) }
        try last.set(columns, attribute, of: object)
      } else if isMade(attribute) {
        let bytes = withUnsafeBytes(of: UUID().uuid) { Data($0) }
        try object.setColumnValues([.blob(bytes)], forKey: attribute.name)
      } else if isSetBySaves(attribute), !attribute.isOptional {
        // A save takes this date for none. A generated class begins with another one.
        try object.setColumnValues(
          [.real(Date.distantPast.timeIntervalSinceReferenceDate)], forKey: attribute.name)
      }
    }
  }

  private func isMade(_ attribute: Schema.Attribute) -> Bool {
    attribute.defaultColumns == nil && attribute.columns.first?.meaning == .uuid
      && !attribute.isOptional
  }

  private func isSetBySaves(_ attribute: Schema.Attribute) -> Bool {
    attribute.options.contains(.createdAt) || attribute.options.contains(.updatedAt)
  }

  /// Throws a single error that names all missing properties.
  private func checkCompleteness(_ name: ArgumentValue) throws(ShellError) {
    let given = Set(assignments.map(\.name.text))
    let missing = entity.properties.flatMap { property -> [String] in
      switch property {
      case .attribute(let attribute):
        guard attribute.defaultColumns == nil, !isMade(attribute), !attribute.isEphemeral,
          !isSetBySaves(attribute)
        else { return [] }
        return attribute.columns.filter { !$0.isOptional }
          .map { $0.queryName(of: attribute.name) }
      case .relationship(let relationship):
        return relationship.isToOne && !relationship.isOptional ? [relationship.name] : []
      }
    }.filter { !given.contains($0) }
    guard missing.isEmpty else {
      throw name.error(
        "a new \(entity.name) needs \(missing.joined(separator: ", "))",
        hint: "insert \(entity.name) \(missing.map { "\($0)=…" }.joined(separator: " "))")
    }
  }
}
