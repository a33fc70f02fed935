internal import Foundation
public import StrataModel
internal import StrataSchema
public import StrataSQLite
internal import StrataStack
internal import StrataStorage

/// By which unique property, or group of properties, the object of an item is found.
///
///     ImportKey(\.code, from: \.code)
///     ImportKey(\.article, from: \.article).and(\.day, from: { $0.date.dayNumber })
///
/// The class has to declare it, by `@Attribute(.unique)` or `#Unique`, with just these properties in any
/// order: otherwise several objects could be meant.
public struct ImportKey<Item, Model: PersistentModel> {
  let parts: [Part]

  /// One property, and how an item tells its value.
  struct Part {
    let property: AnyKeyPath
    /// Binds the columns of the value. The graph is the one that the key is looked up in.
    let bind: (Item, ObjectGraph, inout Binder) throws -> Void
  }

  private init(_ parts: [Part]) { self.parts = parts }

  /// No key: each item makes an object of its own, and finds none.
  public static var none: ImportKey { ImportKey([]) }

  /// A property, and an item's value of it.
  public init<Value: ColumnRepresentable>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) { self.init([Self.part(property, value)]) }

  /// A property whose type has a raw value or is kept as JSON, and an item's value of it.
  @_disfavoredOverload
  public init<Value>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) { self.init([Self.part(property, value)]) }

  /// A to-one relationship, and the identifier of the object that an item's leads to.
  public init<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>,
    from identifier: @escaping (Item) throws -> TypedObjectID<Target>?
  ) { self.init([Self.part(relationship, identifier)]) }

  /// The key with a further property.
  public func and<Value: ColumnRepresentable>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) -> ImportKey { ImportKey(parts + [Self.part(property, value)]) }

  /// The key with a further property whose type has a raw value or is kept as JSON.
  @_disfavoredOverload
  public func and<Value>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) -> ImportKey { ImportKey(parts + [Self.part(property, value)]) }

  /// The key with a to-one relationship.
  public func and<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>,
    from identifier: @escaping (Item) throws -> TypedObjectID<Target>?
  ) -> ImportKey { ImportKey(parts + [Self.part(relationship, identifier)]) }
}

extension ImportKey {
  private static func part<Value: ColumnRepresentable>(
    _ property: KeyPath<Model, Value>, _ value: @escaping (Item) throws -> Value
  ) -> Part {
    Part(property: property) { item, _, binder in try value(item).bind(to: &binder) }
  }

  private static func part<Value>(
    _ property: KeyPath<Model, Value>, _ value: @escaping (Item) throws -> Value
  ) -> Part {
    Part(property: property) { item, _, binder in
      for column in try StoredValue.encode(try value(item)) {
        switch column {
        case .null: binder.bindNull()
        case .integer(let number): binder.bind(integer: number)
        case .real(let number): binder.bind(real: number)
        case .text(let text): binder.bind(text: text)
        case .blob(let bytes): binder.bind(blob: bytes)
        }
      }
    }
  }

  private static func part<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>,
    _ identifier: @escaping (Item) throws -> TypedObjectID<Target>?
  ) -> Part {
    Part(property: relationship) { item, graph, binder in
      guard let identifier = try identifier(item)?.persistentIdentifier else {
        return binder.bindNull()
      }
      guard identifier.isIn(graph.store.identifier), graph.mayName(identifier, Target.self) else {
        throw ImportError.unusableIdentifier(
          property: Model._$entity.words(for: relationship), identifier: "\(identifier)")
      }
      binder.bind(integer: identifier.key)
    }
  }
}
