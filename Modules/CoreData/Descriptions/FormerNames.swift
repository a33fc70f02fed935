// The model editor writes its renaming identifier as `elementID`, as successive versions of models
// show.

extension DescribedProperty {
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  public var formerName: String? { name.former(renamingIdentifier, elementID) }
}

extension PropertyDescription {
  /// The property's name in an earlier version of the model, or nil if it is unchanged.
  public var formerName: String? { underlying.formerName }
}

extension EntityDescription {
  /// The entity's name in an earlier version of the model, or nil if it is unchanged.
  public var formerName: String? { name.former(renamingIdentifier, elementID) }
}

extension String {
  fileprivate func former(_ names: String?...) -> String? {
    let name = names.lazy.compactMap(\.self).first { !$0.isEmpty }
    return name == self ? nil : name
  }
}
