// The domain's values, in a program that knows nothing else.
import Foundation
import StrataDomain

let name = try ValidatedName("  Weight ")
let content = ItemDataContent.singleValue(
  eventDate: Date(timeIntervalSinceReferenceDate: 0), value: 98.6)
var selection = OptionSelection()
try selection.insert(63)
print(name, content.kind.rawValue, content.parts.value1 ?? 0, Array(selection))
do {
  _ = try ValidatedName("ab")
} catch {
  print(error)
}
