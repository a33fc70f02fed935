internal import Foundation

/// What the library knows of Swift's runtime that nothing public says.
///
/// Each has a public way to fall back on, which is slower, or refuses more. Where the environment has
/// `STRATA_RUNTIME=public` when a program starts, only public ways are used: set it to test the
/// fall-backs, or should a newer runtime break one of these.
package enum RuntimeFeature: CaseIterable {
  /// ``ThreadLocalWord``: otherwise each read counts as one that somebody observes.
  case trackingScope
  /// ``KeyPathComponents``: otherwise ``keyPathDescription`` alone tells the parts of a key path.
  case keyPathLayout
  /// ``KeyPathParts``: otherwise a key path of several parts is refused where it is no macro's.
  case keyPathDescription
  /// ``NamedType``: otherwise a schema that is read from a file knows no types of its own.
  case typeNames
  /// ``RuntimeObject``: otherwise an identity map keeps what is needed to tell it in each entry.
  case deallocation
  /// ``EnumLayout``: otherwise an enum that doesn't list its cases has no plainest value.
  case enumLayout

  /// Whether it may be used.
  package static let isTrusted =
    ProcessInfo.processInfo.environment["STRATA_RUNTIME"] != "public"
}
