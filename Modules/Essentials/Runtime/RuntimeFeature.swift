internal import Foundation

/// Whether the library uses what it knows of Swift's runtime and nothing public says.
///
/// Each such thing has a public way to fall back on, which is slower, or refuses more:
///
/// - ``ThreadLocalWord``: otherwise each read counts as one that somebody observes.
/// - ``KeyPathParts`` and ``KeyPathComponents``: otherwise key paths of several parts are refused, where
///   no macro has written them.
/// - ``NamedType``: otherwise a schema that is read from a file knows no types of its own.
/// - ``RuntimeObject``: otherwise an identity map can't tell an object that is about to go, and a model's
///   own `deinit` must not fetch.
/// - ``RuntimeObject/retainCount(in:at:)``: otherwise objects that lead to each other stay in memory as long as
///   their context.
/// - ``StoredField``, ``TypeDescriptor``, ``CodingKeyNames``: otherwise predicates can't ask for members of
///   `Codable` values that are kept as JSON, nor for a struct's raw value.
/// - ``EnumCases``: otherwise an enum that doesn't list its cases has no placeholder, and predicates can't
///   ask for its raw value.
package enum RuntimeFeature {
  /// False where the environment has `STRATA_RUNTIME=public` when the program starts: to test the
  /// fall-backs, or should a newer runtime break one of these.
  package static let isTrusted =
    ProcessInfo.processInfo.environment["STRATA_RUNTIME"] != "public"
}
