public import Observation

/// An object's observation registrar, made the first time that somebody looks.
///
/// A hundred thousand objects that nobody looks at pay one empty reference each. `Observable` types
/// keep one and call it from their accessors.
public struct LazyRegistrar: Sendable {
  // A reference, since the size of a registrar is known only when the program runs: asking whether
  // one is there, or copying an object's bookkeeping, would each take calls into the runtime.
  @usableFromInline var box: Box?

  @usableFromInline
  final class Box: Sendable {
    let registrar: ObservationRegistrar
    init(_ registrar: ObservationRegistrar = ObservationRegistrar()) { self.registrar = registrar }
  }

  /// A registrar that nobody has needed yet.
  public init() {}

  /// Whether anybody has ever looked.
  @inlinable
  public var isWatched: Bool { box != nil }

  /// Tells the watchers of another registrar from now on, which somebody else asks.
  package mutating func share(_ registrar: ObservationRegistrar) { box = Box(registrar) }

  /// Records that a property is read inside a tracking scope; makes the registrar.
  public mutating func access<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    let box = box ?? Box()
    self.box = box
    box.registrar.access(subject, keyPath: keyPath)
  }

  /// Tells watchers that a property is about to change.
  public func willSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    box?.registrar.willSet(subject, keyPath: keyPath)
  }

  /// Tells watchers that a property has changed.
  public func didSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>
  ) {
    box?.registrar.didSet(subject, keyPath: keyPath)
  }
}
