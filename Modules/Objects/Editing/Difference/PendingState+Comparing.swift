import StrataContexts
import StrataModel
import StrataStorage

extension PendingState? {
  /// True if both states contain the same pending changes.
  func isSame(as other: PendingState?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    func isSame(_ first: [PendingState.Entry], _ second: [PendingState.Entry]) -> Bool {
      first.elementsEqual(second) { $0.isSame(as: $1) }
    }
    return isSame(self.inserted, other.inserted) && isSame(self.changed, other.changed)
      && isSame(self.deleted, other.deleted)
      && self.linkChanges.elementsEqual(other.linkChanges) {
        $0.owner === $1.owner && $0.member === $1.member && $0.isLinked == $1.isLinked
          && $0.table.name == $1.table.name
      }
  }
}

extension PendingState.Entry {
  /// True if both entries contain the same pending changes of the same object.
  func isSame(as other: Self) -> Bool {
    model === other.model && properties == other.properties && values == other.values
  }
}
