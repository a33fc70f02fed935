/// A to-one relationship's slot without its type.
///
/// Code that knows a slot only by a type parameter asks the runtime how the slot is laid out, each
/// time. So what the graph does for every link is done with this form, and generated code, which knows
/// the type, takes it from the slot and puts it back.
@frozen
public struct _Link {
  /// The object; nil for none, and while the link hasn't been followed.
  @usableFromInline package var object: (any PersistentModel)?
  /// Whether the link was followed, so that `object` says where it leads; else `key` does.
  @usableFromInline package var isLoaded: Bool
  @usableFromInline package var key: Int64
  @usableFromInline package var position: Int64
  @usableFromInline package var isSettled: Bool
  /// Whether the slot has to take on what was changed here.
  @usableFromInline package var isChanged = false

  @inlinable @inline(__always)
  init<Model: PersistentModel>(_ slot: Slot<Model?>) {
    if let value = slot.value {
      object = value
      isLoaded = true
    } else {
      object = nil
      isLoaded = false
    }
    key = slot.key
    position = slot.position
    isSettled = slot.isSettled
  }

  @inlinable @inline(__always)
  init<Model: PersistentModel>(_ slot: Slot<Model>) {
    object = slot.value
    isLoaded = slot.value != nil
    key = slot.key
    position = slot.position
    isSettled = slot.isSettled
  }
}

extension Slot {
  @inlinable @inline(__always)
  mutating func take<Model: PersistentModel>(_ link: _Link) where Value == Model? {
    value = link.isLoaded ? .some(link.object?.as(Model.self)) : nil
    key = link.key
    position = link.position
    isSettled = link.isSettled
  }

  @inlinable @inline(__always)
  mutating func take(_ link: _Link) where Value: PersistentModel {
    value = link.object?.as(Value.self)
    key = link.key
    position = link.position
    isSettled = link.isSettled
  }
}

extension PersistentModel {
  /// The object as one of a class, told by its type without a search for conformances.
  @inlinable @inline(__always)
  func `as`<Model: PersistentModel>(_ type: Model.Type) -> Model? {
    // An object of just this class is one; only others need the language's cast.
    Self.self == type ? unsafeDowncast(self, to: Model.self) : self as? Model
  }
}
