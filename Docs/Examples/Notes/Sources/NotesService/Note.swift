import Strata

/// A note of the service. Its store keeps former values, and deleted notes.
@Model @Snapshot(excluding: "created", "updated", "deleted")
final class Note: TemporalModel {
  #Search<Note>([\.title, \.body])
  /// The note's name in URLs.
  @Attribute(.unique) var uid: UUID = UUID()
  var title: String
  var body: String = ""
  var isPinned: Bool = false
  @Attribute(.createdAt) var created: Date
  @Attribute(.updatedAt) var updated: Date
  @Attribute(.deletedAt) var deleted: Date?

  init(title: String) { self.title = title }
}
