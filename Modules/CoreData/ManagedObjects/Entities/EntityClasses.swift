// At run time Swift can only create classes by specializing generic ones: here, one class for each
// tag. The class of a subentity has its superentities' tags before its own, so that its objects are
// instances of those classes as well.
//
// Core Data creates such classes with the Objective-C runtime.
extension NSManagedObject {
  /// The greatest depth of a hierarchy of entities without custom classes.
  static let deepestHierarchy = 8

  /// Returns the generated class of an entity without a superentity.
  static func entityClass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type {
    EntityClass1<Tag>.self
  }
}

private class EntityClass1<A: EntityTag>: NSManagedObject {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
    EntityClass2<A, Tag>.self
  }
}

private class EntityClass2<A: EntityTag, B: EntityTag>: EntityClass1<A> {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
    EntityClass3<A, B, Tag>.self
  }
}

private class EntityClass3<A: EntityTag, B: EntityTag, C: EntityTag>: EntityClass2<A, B> {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
    EntityClass4<A, B, C, Tag>.self
  }
}

private class EntityClass4<
  A: EntityTag, B: EntityTag, C: EntityTag, D: EntityTag
>: EntityClass3<A, B, C> {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
    EntityClass5<A, B, C, D, Tag>.self
  }
}

private class EntityClass5<
  A: EntityTag, B: EntityTag, C: EntityTag, D: EntityTag, E: EntityTag
>: EntityClass4<A, B, C, D> {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
    EntityClass6<A, B, C, D, E, Tag>.self
  }
}

private class EntityClass6<
  A: EntityTag, B: EntityTag, C: EntityTag, D: EntityTag, E: EntityTag, F: EntityTag
>: EntityClass5<A, B, C, D, E> {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
    EntityClass7<A, B, C, D, E, F, Tag>.self
  }
}

private class EntityClass7<
  A: EntityTag, B: EntityTag, C: EntityTag, D: EntityTag, E: EntityTag, F: EntityTag, G: EntityTag
>: EntityClass6<A, B, C, D, E, F> {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
    EntityClass8<A, B, C, D, E, F, G, Tag>.self
  }
}

private class EntityClass8<
  A: EntityTag, B: EntityTag, C: EntityTag, D: EntityTag, E: EntityTag, F: EntityTag, G: EntityTag,
  H: EntityTag
>: EntityClass7<A, B, C, D, E, F, G> {
  override class func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? { nil }
}

/// A number as a type. It distinguishes the classes that are generated at run time.
protocol EntityTag {}

/// The number zero.
enum ZeroTag: EntityTag {}
/// Twice a number.
enum EvenTag<Half: EntityTag>: EntityTag {}
/// Twice a number, and one.
enum OddTag<Half: EntityTag>: EntityTag {}

/// Returns the tag of a number. O(number of bits).
func entityTag(_ number: Int) -> any EntityTag.Type {
  guard number > 0 else { return ZeroTag.self }
  func twice<Half: EntityTag>(_ half: Half.Type, isOdd: Bool) -> any EntityTag.Type {
    isOdd ? OddTag<Half>.self : EvenTag<Half>.self
  }
  return twice(entityTag(number / 2), isOdd: number % 2 == 1)
}
