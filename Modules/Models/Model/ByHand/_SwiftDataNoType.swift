/// The type of the stored properties that SwiftData's expanded models declare.
///
/// The values are in the backing data.
public struct _SwiftDataNoType: Sendable {
  /// Creates an empty value.
  public init() {}
}
