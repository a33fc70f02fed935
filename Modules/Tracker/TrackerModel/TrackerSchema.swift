public import Strata

/// The current version of the tracker's models: items, options, data points, memos, tags and timers.
public enum TrackerSchema: VersionedSchema {
  /// 6.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(6, 0, 0) }
  /// The model classes.
  public static var models: [any PersistentModel.Type] {
    [Item.self, ItemOption.self, ItemData.self, Memo.self, Tag.self, RunningTimer.self]
  }
}
