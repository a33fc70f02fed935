public import Strata

/// The tracker's models as they are today: items, their options, data points, memos and tags.
public enum TrackerSchema: VersionedSchema {
  /// 3.0.0.
  public static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
  /// The classes.
  public static var models: [any PersistentModel.Type] {
    [Item.self, ItemOption.self, ItemData.self, Memo.self, Tag.self]
  }
}
