// What the compiler picks by a property's type where its initial value makes an object, so that it
// warns of relationships alone. Such a value is made in every initializer, also in the one that reads a
// row; nothing in the program can prevent that.
extension PersistentModel {
  /// An attribute, whose initial value is its own.
  @_disfavoredOverload
  @inlinable
  public static func _$initialValue<Root, Value>(of keyPath: KeyPath<Root, Value>) {}

  /// A relationship that begins with an object.
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

  /// A relationship that begins with an object.
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

  /// A relationship that begins with objects.
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
