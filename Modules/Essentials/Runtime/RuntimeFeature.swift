internal import Foundation

/// The switch for features that rely on undocumented knowledge of Swift's runtime.
///
/// Each of them has a public fallback, which is slower or supports less:
///
/// - ``ThreadLocalWord``: Without it, each read counts as observed.
/// - ``KeyPathParts`` and ``KeyPathComponents``: Without them, key paths with several components
///   are refused outside of macros.
/// - ``NamedType``: Without it, a schema that is read from a file has no types of the program.
/// - ``RuntimeObject``: Without it, an identity map can't detect an object that is being
///   deinitialized, and a model's own `deinit` must not fetch.
/// - ``RuntimeObject/retainCount(in:at:)``: Without it, objects that are related to each other
///   remain in memory as long as their context.
/// - ``StoredField``, ``TypeDescriptor``, ``CodingKeyNames``: Without them, predicates can't use
///   members of `Codable` values that are stored as JSON, nor a struct's raw value.
/// - ``EnumCases``: Without it, an enum that isn't `CaseIterable` has no placeholder, and
///   predicates can't use its raw value.
/// - ``ProgramTypes``: Without it, a coordinator finds no classes by their names, and the key paths of
///   managed objects have no names.
package enum RuntimeFeature {
  /// False if the environment has `STRATA_RUNTIME=public` when the program starts.
  ///
  /// Set it to test the fallbacks, or if a newer runtime breaks one of these features.
  package static let isTrusted =
    ProcessInfo.processInfo.environment["STRATA_RUNTIME"] != "public"
}
