public import Observation

/// An object's observation registrar, made the first time that somebody looks.
///
/// A hundred thousand objects that nobody looks at pay one empty reference each. `Observable` types
/// keep one and call it from their accessors.
public struct LazyRegistrar: Sendable {
  @usableFromInline var registrar: ObservationRegistrar?

  /// A registrar that nobody has needed yet.
  public init() {}

  /// Whether anybody has ever looked.
  @inlinable
  public var isWatched: Bool { registrar != nil }

  /// Notes that a property is read inside a tracking scope; makes the registrar.
  public mutating func access<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    if registrar == nil { registrar = ObservationRegistrar() }
    registrar?.access(subject, keyPath: keyPath)
  }

  /// Tells watchers that a property is about to change.
  public func willSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    registrar?.willSet(subject, keyPath: keyPath)
  }

  /// Tells watchers that a property has changed.
  public func didSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    registrar?.didSet(subject, keyPath: keyPath)
  }
}
