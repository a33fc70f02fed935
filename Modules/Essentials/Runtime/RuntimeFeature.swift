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
  /// True if this version of Swift was tested on this system, and the environment doesn't have `STRATA_RUNTIME=public`.
  ///
  /// For another version a line on the standard error stream says that the fallbacks are taken. `STRATA_RUNTIME=trusted`
  /// takes the features nevertheless, and `STRATA_RUNTIME=public` the fallbacks without that line.
  package static let isTrusted = isTrusted(
    by: ProcessInfo.processInfo.environment["STRATA_RUNTIME"], isTested: isTested
  ) { warning in FileHandle.standardError.write(Data("warning: \(warning)\n".utf8)) }

  /// True for the versions of the compiler that the tests ran with. On Linux, a program is linked with the runtime of
  /// its compiler.
  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  private static let isTested = true
  #else
  private static let isTested = false
  #endif

  /// Returns whether a value of `STRATA_RUNTIME` lets a program rely on a runtime.
  static func isTrusted(
    by setting: String?, isTested: Bool, warn: (_ message: String) -> Void
  ) -> Bool {
    switch setting {
    case "public": return false
    case "trusted": return true
    default:
      if !isTested {
        warn(
          """
          Strata wasn't tested with this version of Swift on this system, and asks its runtime in slower, public ways. \
          STRATA_RUNTIME=public leaves out this line. STRATA_RUNTIME=trusted takes the faster ways.
          """)
      }
      return isTested
    }
  }
}
