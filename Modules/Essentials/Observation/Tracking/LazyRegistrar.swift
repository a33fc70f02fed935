public import Observation

/// An object's observation registrar, created when the first observer accesses the object.
///
/// An object without observers needs only one empty reference, which matters for a hundred thousand
/// of them. An `Observable` type stores a registrar and calls it from its accessors.
public struct LazyRegistrar: Sendable {
  // A reference, since a registrar's size is known only at run time. Checking for a registrar, or
  // copying an object's bookkeeping, would call into the runtime each time.
  @usableFromInline var box: Box?

  @usableFromInline
  final class Box: Sendable {
    let registrar: ObservationRegistrar
    init(_ registrar: ObservationRegistrar = ObservationRegistrar()) { self.registrar = registrar }
  }

  /// Creates a registrar that allocates nothing until the first access.
  public init() {}

  /// True if an observer has accessed the object.
  @inlinable
  public var isWatched: Bool { box != nil }

  /// Uses another registrar from now on, which observers access directly.
  package mutating func share(_ registrar: ObservationRegistrar) { box = Box(registrar) }

  /// Records an access inside a tracking scope, and creates the registrar if needed.
  public mutating func access<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    let box = box ?? Box()
    self.box = box
    box.registrar.access(subject, keyPath: keyPath)
  }

  /// Notifies observers that a property is about to change.
  public func willSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    box?.registrar.willSet(subject, keyPath: keyPath)
  }

  /// Notifies observers that a property has changed.
  public func didSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    box?.registrar.didSet(subject, keyPath: keyPath)
  }
}
