public import Foundation

/// A value in a model: a default value or a limit.
public enum AttributeValue: Sendable, Hashable {
  case integer(Int64)
  case decimal(Decimal)
  case double(Double)
  case string(String)
  case boolean(Bool)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case uri(URL)
}
