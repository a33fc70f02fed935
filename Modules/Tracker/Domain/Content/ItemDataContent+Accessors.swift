public import Foundation

extension ItemDataContent {
  /// The content's kind.
  public var kind: Kind {
    switch self {
    case .singleValue: .singleValue
    case .singleOption: .singleOption
    case .valueWithOption: .valueWithOption
    case .dualValues: .dualValues
    case .valueWithInterval: .valueWithInterval
    case .optionWithInterval: .optionWithInterval
    case .interval: .interval
    case .event: .event
    }
  }

  /// The moment, or the start of the interval.
  public var startDate: Date {
    switch self {
    case .event(let date), .singleValue(let date, _), .singleOption(let date, _),
      .valueWithOption(let date, _, _), .dualValues(let date, _):
      date
    case .valueWithInterval(let pair, _), .optionWithInterval(let pair, _), .interval(let pair):
      pair.start
    }
  }

  /// The end of the interval. Nil for a moment.
  public var endDate: Date? {
    switch self {
    case .event, .singleValue, .singleOption, .valueWithOption, .dualValues: nil
    case .valueWithInterval(let pair, _), .optionWithInterval(let pair, _), .interval(let pair):
      pair.end
    }
  }

  /// The number, or the first of two.
  public var value1: Double? {
    switch self {
    case .singleValue(_, let value), .valueWithOption(_, let value, _),
      .valueWithInterval(_, let value):
      value
    case .dualValues(_, let pair): pair.first
    case .event, .singleOption, .optionWithInterval, .interval: nil
    }
  }

  /// The second of two numbers.
  public var value2: Double? {
    switch self {
    case .dualValues(_, let pair): pair.second
    case .event, .singleValue, .singleOption, .valueWithOption, .valueWithInterval,
      .optionWithInterval, .interval:
      nil
    }
  }

  /// The option.
  public var optionID: UUID? {
    switch self {
    case .singleOption(_, let id), .valueWithOption(_, _, let id), .optionWithInterval(_, let id):
      id
    case .event, .singleValue, .dualValues, .valueWithInterval, .interval: nil
    }
  }
}
