public import Foundation
public import StrataContexts

// A section's title is a string, or an optional string, of which nil counts as empty.
extension ResultsObserver where SectionTitle == String {
  /// Observes a fetch in a context, in sections by a string property.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Section(sectionBy), modelContext, isolation)
  }

  /// Observes the objects in a context that match a predicate, in sections by a string property.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Section(sectionBy), modelContext,
      isolation)
  }

  /// Observes a fetch in a new context of a container, in sections by a string property.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Section(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes the objects in a new context that match a predicate, in sections by a string
  /// property.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Section(sectionBy),
      ModelContext(modelContainer),
      isolation)
  }

  /// Observes a fetch in a context, in sections by an optional string. A nil title counts as empty.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Section(sectionBy), modelContext, isolation)
  }

  /// Observes the objects in a context that match a predicate, in sections by an optional string.
  ///
  /// A nil title counts as empty.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContext: ModelContext,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Section(sectionBy), modelContext,
      isolation)
  }

  /// Observes a fetch in a new context of a container, in sections by an optional string.
  ///
  /// A nil title counts as empty.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    fetchDescriptor: FetchDescriptor<Element> = FetchDescriptor(),
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(fetchDescriptor, Section(sectionBy), ModelContext(modelContainer), isolation)
  }

  /// Observes the objects in a new context that match a predicate, in sections by an optional
  /// string.
  ///
  /// A nil title counts as empty.
  ///
  /// - Throws: as `ModelContext.fetch(_:)`.
  public convenience init(
    filterBy: Predicate<Element>? = nil, sortBy: [SortDescriptor<Element>]? = nil,
    sectionBy: KeyPath<Element, String?>, modelContainer: ModelContainer,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try self.init(
      FetchDescriptor(predicate: filterBy, sortBy: sortBy ?? []), Section(sectionBy),
      ModelContext(modelContainer),
      isolation)
  }
}
