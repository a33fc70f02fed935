/// What a save does with a new object whose unique values another object has already.
///
/// Until the save both are there, and a fetch finds both. The policy is about new objects alone. An
/// object of the store that was changed and takes another one's unique value is an error under every
/// policy, since neither of the two can stand for both; so is a new object that meets one of another
/// class, where classes inherit a unique property.
public enum UniqueConflictPolicy: String, Sendable, Hashable, Codable {
  /// The object that is there takes on what was set in the new one, as in SwiftData.
  ///
  /// - **Values** are taken where they were set; what still has its declared initial value, nil for
  ///   an optional without one, wasn't, and the row keeps its own. A property without an initial
  ///   value is always set. Setting a property to just its initial value counts too, with one
  ///   exception: in an initializer, while other properties are without a value, it can't be told
  ///   from the initial value. Assign those first that have none.
  /// - **Relationships** are kept. Where the new object's to-one relationship leads to an object, the
  ///   row's leads there from now on; members and links of the new object come to the row's.
  /// - **Which object is it?** A row has one object in a context. If the row's object is in memory, it
  ///   stays, and the new one leaves the context with the values it has; let go of it. If not, the new
  ///   object becomes the row's: it gets the row's identifier in place of its own, and the values that
  ///   were not set. What led to the new object leads to the row's object in either case.
  /// - Two different objects of the store can't both take on the values of one:
  ///   ``StackError/conflictsWithSeveral(_:)``.
  case upsert
  /// The save fails with ``StackError/notUnique(_:)``, and everything stays pending.
  case error
  /// The new object isn't saved. It leaves the context with the values it has, and the row stays as
  /// it is. What the new object brought along is saved all the same. What led to the new object leads
  /// to the row's object, but for the other end of a one-to-one relationship, which leads nowhere.
  case ignore
}
