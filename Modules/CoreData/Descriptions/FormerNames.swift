// The model editor keeps its renaming identifier as `elementID`, as models with their next versions show.

extension DescribedProperty {
  /// The name that the property had in an earlier version; nil where it is the same.
  public var formerName: String? { name.former(renamingIdentifier, elementID) }
}

extension PropertyDescription {
  /// The name that the property had in an earlier version; nil where it is the same.
  public var formerName: String? { underlying.formerName }
}

extension EntityDescription {
  /// The name that the entity had in an earlier version; nil where it is the same.
  public var formerName: String? { name.former(renamingIdentifier, elementID) }
}

extension String {
  fileprivate func former(_ names: String?...) -> String? {
    let name = names.lazy.compactMap(\.self).first { !$0.isEmpty }
    return name == self ? nil : name
  }
}
