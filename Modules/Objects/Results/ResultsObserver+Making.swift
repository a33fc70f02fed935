public import Foundation
public import StrataContexts
internal import StrataModel

extension ResultsObserver where SectionTitle == Never {
  /// Observes a fetch in a context, without sections.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(), modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, modelContext, isolation)
  }

  /// Observes a fetch in a new context of a container, without sections.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(), modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, nil, ModelContext(modelContainer), isolation)
  }

  /// Observes the objects in a context that match a predicate, without sections.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContext: ModelContext, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil, modelContext, isolation)
  }

  /// Observes the objects in a new context of a container that match a predicate, without sections.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    modelContainer: ModelContainer, isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), nil,
      ModelContext(modelContainer), isolation)
  }
}

extension ResultsObserver.Section where SectionTitle == String {
  // Key path literals are sendable, but their type says so only where a declaration asks for it.
  // These initializers don't, so that callers can pass any key path.
  private typealias Sent<Value> = any KeyPath<Element, Value> & Sendable

  init(_ keyPath: KeyPath<Element, String>) {
    self.keyPath = keyPath
    sort = [SortDescriptor(unsafeBitCast(keyPath, to: Sent<String>.self), comparator: .lexical)]
    title = { $0.getValue(forKey: keyPath) }
  }

  /// Uses an empty title for nil.
  init(_ keyPath: KeyPath<Element, String?>) {
    self.keyPath = keyPath
    sort = [SortDescriptor(unsafeBitCast(keyPath, to: Sent<String?>.self), comparator: .lexical)]
    title = { $0.getValue(forKey: keyPath) ?? "" }
  }
}
