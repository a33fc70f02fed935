import Strata

/// The fourteen columns of O, whoever keeps them.
protocol OrderValues {
  var number: Int { get }
  var customer: String { get }
  var employee: Int { get }
  var ordered: String { get }
  var required: String { get }
  var shipped: String? { get }
  var carrier: Int { get }
  var freight: Double { get }
  var shipName: String { get }
  var shipAddress: String { get }
  var shipCity: String { get }
  var shipRegion: String? { get }
  var shipPostalCode: String? { get }
  var shipCountry: String { get }
}

@Model final class Order: OrderValues {
  var number: Int
  var customer: String
  var employee: Int
  var ordered: String
  var required: String
  var shipped: String?
  var carrier: Int
  var freight: Double
  var shipName: String
  var shipAddress: String
  var shipCity: String
  var shipRegion: String?
  var shipPostalCode: String?
  var shipCountry: String

  init(_ values: some OrderValues) {
    number = values.number
    customer = values.customer
    employee = values.employee
    ordered = values.ordered
    required = values.required
    shipped = values.shipped
    carrier = values.carrier
    freight = values.freight
    shipName = values.shipName
    shipAddress = values.shipAddress
    shipCity = values.shipCity
    shipRegion = values.shipRegion
    shipPostalCode = values.shipPostalCode
    shipCountry = values.shipCountry
  }
}

extension Checksum {
  mutating func add(_ order: some OrderValues) {
    count += 1
    add(order.number)
    add(order.customer)
    add(order.employee)
    add(order.ordered)
    add(order.required)
    add(order.shipped ?? "-")
    add(order.carrier)
    add(order.freight)
    add(order.shipName)
    add(order.shipAddress)
    add(order.shipCity)
    add(order.shipRegion ?? "-")
    add(order.shipPostalCode ?? "-")
    add(order.shipCountry)
  }
}
