import StrataSchema
import StrataSQLite

/// The coding and the slot type of a property of a class that conforms without the macro, chosen at
/// run time by the property's type.
struct BackedForm<Root: PersistentModel, Value> {
  struct Made {
    let describe: (PropertyIndex) -> Schema.PropertyMetadata
    let makeSlot: (_ index: PropertyIndex, _ given: Any?) -> BackedSlot
  }

  private let name: String
  private let keyPath: KeyPath<Root, Value>
  private let hasDefault: Bool
  private let options: Schema.PropertyOptions

  init(
    _ name: String, _ keyPath: KeyPath<Root, Value>, hasDefault: Bool,
    _ options: Schema.PropertyOptions
  ) {
    self.name = name
    self.keyPath = keyPath
    self.hasDefault = hasDefault
    self.options = options
  }

  /// Chooses a coding by the type, as the compiler does by overloads for a class with `@Model`.
  func make(_ type: any Any.Type) -> Made? {
    if let made = relationship(type) { return made }
    // The options don't have the transformer's name. `problem` reports it.
    if options.options.contains(.transformable) { return nil }
    if let type = type as? any ColumnRepresentable.Type { return column(type) }
    if let type = type as? any RawRepresentable.Type, let made = rawValue(type) { return made }
    if let optional = type as? any OptionalValue.Type,
      let type = optional.wrappedType as? any RawRepresentable.Type,
      let made = optionalRawValue(type)
    {
      return made
    }
    if let type = type as? any (Decodable & Encodable).Type { return json(type) }
    return nil
  }

  private func relationship(_ type: any Any.Type) -> Made? {
    if let type = type as? any PersistentModel.Type { return required(type) }
    if let type = type as? any RelationshipCollection.Type {
      return type is any OptionalValue.Type ? optionalMembers(of: type) : members(of: type)
    }
    if let optional = type as? any OptionalValue.Type,
      let type = optional.wrappedType as? any PersistentModel.Type
    {
      return link(type)
    }
    return nil
  }

  private func required<Model: PersistentModel>(_ type: Model.Type) -> Made? {
    made(_RequiredToOneCoding<Model>(), BackedRequiredLink<Model>.self, nil)
  }

  private func link<Model: PersistentModel>(_ type: Model.Type) -> Made? {
    made(_ToOneCoding<Model>(), BackedLink<Model>.self, .some(nil))
  }

  private func members<Objects: RelationshipCollection>(of type: Objects.Type) -> Made? {
    typealias Model = Objects.PersistentElement
    return made(_ToManyCoding<Model>(), BackedMembers<Model>.self, [])
  }

  private func optionalMembers<Objects: RelationshipCollection>(of type: Objects.Type) -> Made? {
    typealias Model = Objects.PersistentElement
    return made(_OptionalToManyCoding<Model>(), BackedOptionalMembers<Model>.self, .some(nil))
  }

  private func column<Kept: ColumnRepresentable>(_ type: Kept.Type) -> Made? {
    attribute(ColumnCoding<Kept>())
  }

  private func rawValue<Kept: RawRepresentable>(_ type: Kept.Type) -> Made? {
    (RawForm<Kept>() as? any RawCodings).flatMap { attribute($0.coding) }
  }

  private func optionalRawValue<Kept: RawRepresentable>(_ type: Kept.Type) -> Made? {
    (RawForm<Kept>() as? any RawCodings).flatMap { attribute($0.optionalCoding) }
  }

  private func json<Kept: Codable>(_ type: Kept.Type) -> Made? { attribute(JSONCoding<Kept>()) }

  private func attribute<Coding: _PropertyCoding>(_ coding: Coding) -> Made? {
    let none = (Coding.Value.self as? any OptionalValue.Type)?.nilValue as? Coding.Value
    return made(coding, CodedValue<Coding>.self, none)
  }

  private func made<Coding: _PropertyCoding>(
    _ coding: Coding, _ slotType: CodedValue<Coding>.Type, _ start: Coding.Value?
  ) -> Made? {
    guard let keyPath = keyPath as? KeyPath<Root, Coding.Value> else { return nil }
    let (name, options) = (name, options)
    let isEphemeral = options.options.contains(.ephemeral)
    return Made(
      describe: { index in
        let given = hasDefault ? Self.given(name, as: Coding.Value.self) : nil
        let made = coding.describe(
          index, name, keyPath, options,
          default: given.map { first in { Self.given(name, as: Coding.Value.self) ?? first } })
        return isEphemeral ? made.keptInMemory : made
      },
      makeSlot: { index, given in
        let value = given.flatMap { GivenDefault.of($0, as: Coding.Value.self) } ?? start
        return slotType.init(index, _Slot(value: value), coding, isEphemeral: isEphemeral)
      })
  }

  /// Asks the class for the property's initial value again.
  private static func given<Kept>(_ name: String, as type: Kept.Type) -> Kept? {
    Root.schemaMetadata.first { $0.name == name }?.defaultValue
      .flatMap { GivenDefault.of($0, as: type) }
  }

  /// Returns the reason against storing the property, or nil if there is none.
  func problem(of owner: any PersistentModel.Type, isStorable: Bool) -> String? {
    if ObjectIdentifier(owner) != ObjectIdentifier(Root.self) {
      return
        "is described by a key path of \(Root.self); its schemaMetadata has key paths of the class alone"
    }
    if options.options.contains(.transformable) {
      return
        "is transformed, which needs a class that @Model expands: keep its data, or mark the class @Model"
    }
    guard isStorable else {
      return
        "is of the type \(Value.self), which can't be stored; make it Codable, or leave it out of "
        + "schemaMetadata"
    }
    if hasDefault, Self.given(name, as: Value.self) == nil {
      return "is of the type \(Value.self), and its defaultValue in schemaMetadata isn't"
    }
    return nil
  }
}

/// The codings of values whose raw values are columns.
///
/// The constraint on `RawValue` isn't known of a type at run time, so that it is asked for as a
/// conformance.
private protocol RawCodings {
  var coding: any _PropertyCoding { get }
  var optionalCoding: any _PropertyCoding { get }
}

private struct RawForm<Kept: RawRepresentable> {}

extension RawForm: RawCodings where Kept.RawValue: ColumnRepresentable {
  var coding: any _PropertyCoding { RawValueCoding<Kept>() }
  var optionalCoding: any _PropertyCoding { OptionalRawValueCoding<Kept>() }
}
