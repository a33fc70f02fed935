/// A to-one relationship's slot without its type.
///
/// Code that knows a slot only by a type parameter asks the runtime for the slot's layout each
/// time. So the graph works with this form, and generated code, which knows the type, converts the
/// slot to it and back.
@frozen
public struct _Link {
  /// The target, or nil if there is none or the link wasn't followed.
  @usableFromInline package var object: (any PersistentModel)?
  /// True if the link was followed, so that `object` is the target.
  ///
  /// Otherwise `key` is its key.
  @usableFromInline package var isLoaded: Bool
  @usableFromInline package var key: Int64
  @usableFromInline package var position: Int64
  @usableFromInline package var isRelated: Bool
  /// True if the slot has to be updated from the link.
  @usableFromInline package var isChanged = false

  @inlinable @inline(__always)
  init<Model: PersistentModel>(_ slot: _Slot<Model?>) {
    if let value = slot.value {
      object = value
      isLoaded = true
    } else {
      object = nil
      isLoaded = false
    }
    key = slot.key
    position = slot.position
    isRelated = slot.isRelated
  }

  @inlinable @inline(__always)
  init<Model: PersistentModel>(_ slot: _Slot<Model>) {
    object = slot.value
    isLoaded = slot.value != nil
    key = slot.key
    position = slot.position
    isRelated = slot.isRelated
  }
}

extension _Slot {
  @inlinable @inline(__always)
  mutating func take<Model: PersistentModel>(_ link: _Link) where Value == Model? {
    value = link.isLoaded ? .some(link.object?.as(Model.self)) : nil
    key = link.key
    position = link.position
    isRelated = link.isRelated
  }

  @inlinable @inline(__always)
  mutating func take(_ link: _Link) where Value: PersistentModel {
    value = link.object?.as(Value.self)
    key = link.key
    position = link.position
    isRelated = link.isRelated
  }
}

extension PersistentModel {
  /// Casts the object to a class, without a search for conformances if the class is its own.
  @inlinable @inline(__always)
  func `as`<Model: PersistentModel>(_ type: Model.Type) -> Model? {
    // An object of exactly this class needs no dynamic cast.
    Self.self == type ? unsafeDowncast(self, to: Model.self) : self as? Model
  }
}
