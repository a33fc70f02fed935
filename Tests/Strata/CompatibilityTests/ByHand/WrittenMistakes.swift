import SwiftData

/// Classes that can't be models as they are written.
enum WrittenMistakes {
  struct Opaque: Equatable { var bytes = [1, 2] }

  final class Unstorable: PersistentModel {
    var value: Opaque {
      get { getValue(forKey: \.value) }
      set { setValue(forKey: \.value, to: newValue) }
    }
    var persistentBackingData: any BackingData<Unstorable> = Unstorable.createBackingData()
    init(backingData: any BackingData<Unstorable>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
      [.init(name: "value", keypath: \Unstorable.value)]
    }
  }

  final class WrongDefault: PersistentModel {
    var value: Int {
      get { getValue(forKey: \.value) }
      set { setValue(forKey: \.value, to: newValue) }
    }
    var other: Int { getValue(forKey: \.other) }
    var persistentBackingData: any BackingData<WrongDefault> = WrongDefault.createBackingData()
    init() {}
    init(backingData: any BackingData<WrongDefault>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
      [.init(name: "value", keypath: \WrongDefault.value, defaultValue: "none")]
    }
  }

  final class Transformed: PersistentModel {
    var value: Data {
      get { getValue(forKey: \.value) }
      set { setValue(forKey: \.value, to: newValue) }
    }
    var persistentBackingData: any BackingData<Transformed> = Transformed.createBackingData()
    init(backingData: any BackingData<Transformed>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
      [
        .init(
          name: "value", keypath: \Transformed.value,
          metadata: Schema.Attribute(.transformable(by: "Reversing")))
      ]
    }
  }

  final class Foreign: PersistentModel {
    var persistentBackingData: any BackingData<Foreign> = Foreign.createBackingData()
    init(backingData: any BackingData<Foreign>) { persistentBackingData = backingData }
    static var schemaMetadata: [Schema.PropertyMetadata] {
      [.init(name: "timestamp", keypath: \WrittenItem.timestamp)]
    }
  }

  class Base: PersistentModel {
    var value: Int {
      get { getValue(forKey: \.value) }
      set { setValue(forKey: \.value, to: newValue) }
    }
    var persistentBackingData: any BackingData<Base> = Base.createBackingData()
    init() {}
    required init(backingData: any BackingData<Base>) { persistentBackingData = backingData }
    class var schemaMetadata: [Schema.PropertyMetadata] {
      [.init(name: "value", keypath: \Base.value, defaultValue: 0)]
    }
  }

  final class Derived: Base {}
}
