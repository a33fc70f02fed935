import Strata

protocol Signposted: PersistentModel {
  static var textPath: any KeyPath<Self, String> & Sendable { get }
}

extension Trail: Signposted {
  static var textPath: any KeyPath<Trail, String> & Sendable { \.name }
}

func signs<T: Signposted>(saying text: String, in context: ModelContext) throws -> [T] {
  try context.fetch(
    FetchDescriptor<T>(predicate: T.textPath == text, sortBy: [SortDescriptor(T.textPath)]))
}
