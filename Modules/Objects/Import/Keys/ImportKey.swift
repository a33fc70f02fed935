internal import Foundation
public import StrataModel
internal import StrataSchema
public import StrataSQLite
internal import StrataContexts
internal import StrataStorage

/// The unique property, or group of properties, that finds an item's object.
///
/// ```swift
/// ImportKey(\.code, from: \.code)
/// ImportKey(\.article, from: \.article).and(\.day, from: { $0.date.dayNumber })
/// ```
///
/// The class must declare exactly these properties as unique, in any order, with
/// `@Attribute(.unique)` or `#Unique`. Otherwise several objects could have the same key, and the
/// import throws an error.
public struct ImportKey<Item, Model: PersistentModel> {
  let parts: [Part]

  /// A property, and the item's value for it.
  struct Part {
    let property: AnyKeyPath
    /// Binds the columns of the item's value. The graph is the one that looks the key up.
    let bind: (Item, ObjectGraph, inout Binder) throws -> Void
  }

  private init(_ parts: [Part]) { self.parts = parts }

  /// No key: each item inserts a new object.
  public static var none: ImportKey { ImportKey([]) }

  /// Creates a key of a property and the item's value for it.
  public init<Value: ColumnRepresentable>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) { self.init([Self.part(property, value)]) }

  /// Creates a key of a property that is stored as a raw value or JSON.
  @_disfavoredOverload
  public init<Value>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) { self.init([Self.part(property, value)]) }

  /// Creates a key of a to-one relationship and the identifier of the item's related object.
  public init<Target: PersistentModel>(
    _ relationship: KeyPath<Model, Target?>,
    from identifier: @escaping (Item) throws -> TypedObjectID<Target>?
  ) { self.init([Self.part(relationship, identifier)]) }

  /// Adds a property to the key.
  public func and<Value: ColumnRepresentable>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) -> ImportKey { ImportKey(parts + [Self.part(property, value)]) }

  /// Adds a property that is stored as a raw value or JSON to the key.
  @_disfavoredOverload
  public func and<Value>(
    _ property: KeyPath<Model, Value>, from value: @escaping (Item) throws -> Value
  ) -> ImportKey { ImportKey(parts + [Self.part(property, value)]) }

  /// Adds a to-one relationship to the key.
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
      guard let key = graph.key(of: identifier), graph.mayName(identifier, Target.self) else {
        throw ImportError.unusableIdentifier(
          property: Model._$entity.words(for: relationship), identifier: "\(identifier)")
      }
      binder.bind(integer: key)
    }
  }
}
