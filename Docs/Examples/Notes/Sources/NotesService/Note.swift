import Strata

/// A note of the service. Its store keeps former values, and deleted notes.
@Model @Snapshot(excluding: "created", "updated", "deleted")
public final class Note: TemporalModel {
  #Search<Note>([\.title, \.body])
  /// The note's name in URLs.
  @Attribute(.unique) public var uid: UUID = UUID()
  public var title: String
  public var body: String = ""
  public var isPinned: Bool = false
  @Attribute(.createdAt) public var created: Date
  @Attribute(.updatedAt) public var updated: Date
  @Attribute(.deletedAt) public var deleted: Date?

  public init(title: String) { self.title = title }
}
