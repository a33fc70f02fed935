/// The number that stands for one of the options of an item.
///
/// Any number is good where one option is meant; an `OptionSelection` holds those from 0 to 63.
public typealias OptionID = Int64
