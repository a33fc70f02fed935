/// The type of an attribute's values, without the optional around it.
enum AttributeType {
  static func of(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalAttribute.Type)?.attributeType ?? type
  }
}

private protocol OptionalAttribute {
  static var attributeType: any Any.Type { get }
}

extension Optional: OptionalAttribute {
  fileprivate static var attributeType: any Any.Type { Wrapped.self }
}
