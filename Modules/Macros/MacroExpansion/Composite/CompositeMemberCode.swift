/// The generator of the code that reads and binds a struct's members.
struct CompositeMemberCode {
  let members: [CompositeMember]

  // `_$begins` handles the extra column that says whether there is a value if all members can be
  // nil.
  var reading: String {
    (["  try _$row._$begins(Self._$layout)"]
      + members.map { "  self.\($0.written) = try _$row.decode()" }).joined(separator: "\n")
  }

  var binding: String {
    (["  _$binder._$begins(Self._$layout)"]
      + members.map { "  try _$binder.encode(self.\($0.written))" }).joined(separator: "\n")
  }
}
