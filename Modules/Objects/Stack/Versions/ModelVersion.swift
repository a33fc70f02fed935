public import StrataModel

/// The named versions of a program's models, oldest first: an enum with a case for each.
///
/// ```swift
/// enum ShopVersion: String, ModelVersion {
///   case first, withPrices
///   var schema: any VersionedSchema.Type {
///     switch self {
///     case .first: ShopSchema1.self
///     case .withPrices: ShopSchema2.self
///     }
///   }
/// }
/// ```
public protocol ModelVersion: CaseIterable, Hashable, Sendable {
  /// The models of the version.
  var schema: any VersionedSchema.Type { get }
}
