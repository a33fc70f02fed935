import Foundation
import StrataDescriptions
import StrataSchema

extension ManagedObjectModel {
  /// A model with something of each kind.
  static var sample: ManagedObjectModel {
    var name = AttributeDescription(name: "name", type: .string, isOptional: false)
    name.defaultValue = .string("A \"new\" trip")
    name.elementID = "title"
    var photo = AttributeDescription(name: "photo", type: .binaryData)
    photo.allowsExternalBinaryDataStorage = true
    photo.preservesValueInHistoryOnDeletion = true
    var color = AttributeDescription(name: "color", type: .transformable)
    color.attributeValueClassName = "UIColor"
    color.valueTransformerName = "ColorTransformer"
    var length = AttributeDescription(name: "length", type: .double, isOptional: false)
    length.isTransient = true
    length.defaultValue = .integer(0)
    var spot = AttributeDescription(
      name: "start",
      composite: [
        AttributeDescription(name: "latitude", type: .double, isOptional: false),
        AttributeDescription(name: "label", type: .string),
      ], named: "Spot")
    spot.isOptional = true
    var trip = EntityDescription(
      name: "Trip", isAbstract: true,
      properties: [
        .attribute(name),
        .attribute(AttributeDescription(name: "begins", type: .date, isOptional: false)),
        .attribute(
          AttributeDescription(
            name: "days", type: .integer16, isOptional: false,
            defaultValue: .integer(1))),
        .attribute(photo), .attribute(color), .attribute(length), .attribute(spot),
        .relationship(
          RelationshipDescription(
            name: "stops", destination: "Stop", inverse: "trip", maxCount: 20, isOrdered: true,
            deleteRule: .cascade)),
      ], uniquenessConstraints: [["name"], ["begins", "days"]],
      indexes: [
        FetchIndexDescription(
          name: "byDay",
          elements: [
            FetchIndexElementDescription(property: "begins"),
            FetchIndexElementDescription(property: "name", isAscending: false),
          ])
      ])
    trip.userInfo = ["note": "drop me"]
    let business = EntityDescription(
      name: "BusinessTrip", superentityName: "Trip",
      properties: [
        .attribute(
          AttributeDescription(
            name: "allowance", type: .decimal, isOptional: false,
            defaultValue: .decimal(Decimal(sign: .plus, exponent: -1, significand: 125)))),
        .attribute(AttributeDescription(name: "class", type: .integer64, isOptional: false)),
      ])
    let stop = EntityDescription(
      name: "Stop",
      properties: [
        .attribute(AttributeDescription(name: "id", type: .uuid)),
        .attribute(AttributeDescription(name: "page", type: .uri)),
        .relationship(
          RelationshipDescription(
            name: "trip", destination: "Trip", inverse: "stops", maxCount: 1, isOptional: false)),
        .relationship(RelationshipDescription(name: "seenFrom", destination: "Stop", maxCount: 1)),
      ])
    return ManagedObjectModel(
      entities: [business, trip, stop],
      composites: [CompositeDescription(name: "Spot", elements: spot.elements)])
  }
}
