/// A number as a type. It distinguishes the classes that are generated at run time.
protocol EntityTag {}

/// The number zero.
enum ZeroTag: EntityTag {}
/// Twice a number.
enum EvenTag<Half: EntityTag>: EntityTag {}
/// Twice a number, and one.
enum OddTag<Half: EntityTag>: EntityTag {}

/// Returns the tag of a number. O(number of bits).
func entityTag(_ number: Int) -> any EntityTag.Type {
  guard number > 0 else { return ZeroTag.self }
  func twice<Half: EntityTag>(_ half: Half.Type, isOdd: Bool) -> any EntityTag.Type {
    isOdd ? OddTag<Half>.self : EvenTag<Half>.self
  }
  return twice(entityTag(number / 2), isOdd: number % 2 == 1)
}
