/// How the saves of all programs share a store on a server.
///
/// It belongs to the store, whose metadata has it.
package enum SaveMode: String, Sendable, Hashable, CaseIterable {
  /// One save after the other, from its beginning to its commit.
  case serial
  /// Saves of different objects side by side. Only their commits follow each other.
  case concurrent
}
