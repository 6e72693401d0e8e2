/// An option that another command has and people try here.
///
/// It is a usage error that says where it belongs, which helps more than "unknown option".
package struct ForeignOption: CommandMember {
  /// The declaration without its type.
  package let parameter: Parameter

  /// Declares that `member`, an option or a flag, doesn't belong here; `sentence` follows its name:
  /// `belongs to time-limit rules`.
  package init(_ member: some CommandMember, _ sentence: String) {
    self.init(member.parameter.name, sentence)
  }

  /// Declares that an option of this name doesn't belong here.
  package init(_ name: String, _ sentence: String) {
    parameter = Parameter(.foreign(sentence), name)
  }
}
