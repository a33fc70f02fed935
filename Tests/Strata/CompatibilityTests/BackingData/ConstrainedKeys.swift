import SwiftData

// Functions that name SwiftData's constraints, as users write them.

/// The values of a model by the kinds of its properties.
struct KeysByType<Model: PersistentModel> {
  let model: Model

  func value<Value: Decodable>(_ keyPath: KeyPath<Model, Value>) -> Value {
    model.getValue(forKey: keyPath)
  }

  func object<Value: PersistentModel>(_ keyPath: KeyPath<Model, Value>) -> Value {
    model.getValue(forKey: keyPath)
  }

  func object<Value: PersistentModel>(_ keyPath: KeyPath<Model, Value?>) -> Value? {
    model.getValue(forKey: keyPath)
  }

  func members<Value, Member>(_ keyPath: KeyPath<Model, Value>) -> Value
  where Value: RelationshipCollection, Member == Value.PersistentElement {
    model.getValue(forKey: keyPath)
  }

  func set<Value: Encodable>(_ keyPath: KeyPath<Model, Value>, _ value: Value) {
    model.setValue(forKey: keyPath, to: value)
  }

  func relate<Value: PersistentModel>(_ keyPath: KeyPath<Model, Value>, _ value: Value) {
    model.setValue(forKey: keyPath, to: value)
  }

  func relate<Value: PersistentModel>(_ keyPath: KeyPath<Model, Value?>, _ value: Value?) {
    model.setValue(forKey: keyPath, to: value)
  }

  func relate<Value, Member>(_ keyPath: KeyPath<Model, Value>, _ value: Value)
  where Value: RelationshipCollection, Member == Value.PersistentElement {
    model.setValue(forKey: keyPath, to: value)
  }
}

/// The same through a model's values.
struct BackingKeysByType<Values: BackingData> {
  let values: Values

  func value<Value: Codable>(
    _ keyPath: KeyPath<Values.Model, Value>, changed change: (Value) -> Value
  ) -> Value {
    values.setValue(forKey: keyPath, to: change(values.getValue(forKey: keyPath)))
    return values.getValue(forKey: keyPath)
  }

  func object<Value: PersistentModel>(
    _ keyPath: KeyPath<Values.Model, Value>, changed change: (Value) -> Value
  ) -> Value {
    values.setValue(forKey: keyPath, to: change(values.getValue(forKey: keyPath)))
    return values.getValue(forKey: keyPath)
  }

  func object<Value: PersistentModel>(
    _ keyPath: KeyPath<Values.Model, Value?>, changed change: (Value?) -> Value?
  ) -> Value? {
    values.setValue(forKey: keyPath, to: change(values.getValue(forKey: keyPath)))
    return values.getValue(forKey: keyPath)
  }

  func members<Value: RelationshipCollection>(
    _ keyPath: KeyPath<Values.Model, Value>, changed change: (Value) -> Value
  ) -> Value {
    values.setValue(forKey: keyPath, to: change(values.getValue(forKey: keyPath)))
    return values.getValue(forKey: keyPath)
  }
}

/// The entity that a relationship to many leads to, by its type alone.
func memberName<Collection: RelationshipCollection>(_ type: Collection.Type) -> String {
  Schema.entityName(for: Collection.PersistentElement.self)
}

/// Empties a relationship to many, whichever it is.
func clear<Model: PersistentModel, Objects: RelationshipCollection & ExpressibleByArrayLiteral>(
  _ keyPath: KeyPath<Model, Objects>, of model: Model
) {
  model.setValue(forKey: keyPath, to: [])
}

/// A model that is a value of an attribute's kind too.
@Model final class KeyedCrate: Codable {
  var label: String
  var weight = 1.0
  var content: KeyedCrate?
  var pile: KeyedPile
  init(label: String, pile: KeyedPile) {
    self.label = label
    self.pile = pile
  }

  convenience init(from decoder: any Decoder) throws {
    let label = try decoder.singleValueContainer().decode(String.self)
    self.init(label: label, pile: KeyedPile())
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(label)
  }
}

@Model final class KeyedPile {
  @Relationship(inverse: \KeyedCrate.pile) var crates: [KeyedCrate] = []
  var spare: [KeyedCrate]?
  init() {}
}
