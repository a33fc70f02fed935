// Overloads among which the compiler chooses by the type of a property whose initial value makes an
// object, so that it warns of relationships only. Every initializer evaluates such a value,
// including the one that reads a row, and a program can't prevent that.
extension PersistentModel {
  /// Accepts an attribute, whose initial value needs no warning.
  @_disfavoredOverload
  @inlinable
  public static func _$initialValue<Root, Value>(of keyPath: KeyPath<Root, Value>) {}

  /// Warns of a required to-one relationship whose initial value makes an object.
  @available(
    *, deprecated,
    message: """
      each object makes an object of its own for this relationship, also one that is only read, which \
      throws it away; give it in the initializer, or let the property be optional
      """
  )
  @inlinable
  public static func _$initialValue<Root, Model: PersistentModel>(of keyPath: KeyPath<Root, Model>)
  {}

  /// Warns of an optional to-one relationship whose initial value makes an object.
  @available(
    *, deprecated,
    message: """
      each object makes an object of its own for this relationship, also one that is only read, which \
      throws it away; give it in the initializer
      """
  )
  @inlinable
  public static func _$initialValue<Root, Model: PersistentModel>(
    of keyPath: KeyPath<Root, Model?>
  ) {}

  /// Warns of a to-many relationship whose initial value makes objects.
  @available(
    *, deprecated,
    message: """
      each object makes objects of its own for this relationship, also one that is only read, which \
      throws them away; give them in the initializer
      """
  )
  @inlinable
  public static func _$initialValue<Root, Objects: RelationshipCollection>(
    of keyPath: KeyPath<Root, Objects>
  ) {}
}
