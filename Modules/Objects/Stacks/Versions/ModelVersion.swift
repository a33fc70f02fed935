public import StrataModel

/// The versions that a program's models have had, by name, the oldest first: an enum with a case for each.
///
///     enum ShopVersion: String, ModelVersion {
///       case first, withPrices
///       var schema: any VersionedSchema.Type {
///         switch self {
///         case .first: ShopSchema1.self
///         case .withPrices: ShopSchema2.self
///         }
///       }
///     }
public protocol ModelVersion: CaseIterable, Hashable, Sendable {
  /// The models as they were in the version.
  var schema: any VersionedSchema.Type { get }
}
