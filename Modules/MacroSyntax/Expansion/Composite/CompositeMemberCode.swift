/// The code that reads and binds a struct's members.
struct CompositeMemberCode {
  let members: [CompositeMember]

  /// Whether a column has to say that there is a value, since all members may be nil.
  var isMarked: Bool { members.first?.isOptional ?? true }

  var reading: String {
    ((isMarked ? ["  try _$row._$exists()"] : [])
      + members.map { "  self.\($0.written) = try _$row.decode()" }).joined(separator: "\n")
  }

  var binding: String {
    ((isMarked ? ["  _$binder.bind(integer: 1)"] : [])
      + members.map { "  try _$binder.encode(self.\($0.written))" }).joined(separator: "\n")
  }
}
