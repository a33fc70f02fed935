/// A model whose former values its store keeps.
///
/// ```swift
/// @Model final class Trip: TemporalModel { … }
///
/// let lastWeek = try ModelContext(container, asOf: .now - 7 * 86_400)
/// ```
///
/// The store of a temporal model keeps each row that a save updates or deletes, as it was before. You can
/// fetch past states, list an object's changes, and undo any saved transaction. SQL's words for this are
/// system-versioned or temporal tables.
///
/// The memory begins when a program with the conformance first opens the store. It reaches back as far as
/// the history: cleaning the history shortens it. A save also writes the former row of each updated or
/// deleted object. Models without the conformance cost nothing.
///
/// Models that are related to a temporal model have to be temporal as well. In a class hierarchy the root
/// class conforms.
public protocol TemporalModel: PersistentModel {}
