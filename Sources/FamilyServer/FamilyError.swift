package import PolicyCore

/// Says why a call was not carried out, as its answer tells it.
package struct FamilyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of refusals, by the names that clients rely on.
  package enum Code: String, CaseIterable, Hashable, Sendable {
    /// The body is not JSON.
    case malformed
    /// No credentials, or ones that open nothing.
    case unauthenticated
    /// A page of another origin sent a browser's session.
    case wrongOrigin = "wrong_origin"
    /// It is not there, or is another family's.
    case notFound = "not_found"
    /// The place is there, and takes other methods.
    case methodNotAllowed = "method_not_allowed"
    /// Somebody else changed the policy since it was read.
    case revisionConflict = "revision_conflict"
    /// The challenge's ten minutes are over.
    case challengeExpired = "challenge_expired"
    /// The policy changed since the challenge was made.
    case challengeSuperseded = "challenge_superseded"
    /// The challenge was made on another day.
    case challengeWrongDay = "challenge_wrong_day"
    /// The code was used before.
    case codeUsed = "code_used"
    /// The zone can't change once something was earned by its days.
    case timezoneLocked = "timezone_locked"
    /// The family has as many children as one may have.
    case familyFull = "family_full"
    /// The code's ten minutes are over.
    case codeExpired = "code_expired"
    /// The body is larger than any call needs.
    case tooLarge = "too_large"
    /// The body is of another type than JSON.
    case unsupportedType = "unsupported_type"
    /// The body is JSON, and something in it is wrong.
    case invalid
    /// Too often in too short a time.
    case tooMany = "too_many_requests"
    /// The database can't be reached, or has no room.
    case unavailable

    /// The status of the answer.
    package var status: Int {
      switch self {
      case .malformed: 400
      case .unauthenticated: 401
      case .wrongOrigin: 403
      case .notFound: 404
      case .methodNotAllowed: 405
      case .revisionConflict, .challengeExpired, .challengeSuperseded, .challengeWrongDay,
        .codeUsed, .timezoneLocked, .familyFull:
        409
      case .codeExpired: 410
      case .tooLarge: 413
      case .unsupportedType: 415
      case .invalid: 422
      case .tooMany: 429
      case .unavailable: 503
      }
    }
  }

  /// The kind of refusal.
  package let code: Code
  /// One sentence for a person.
  package let message: String
  /// What is wrong with which field.
  package var problems: [PolicyProblem] = []
  /// The revision that holds, so that who lost a race can go on (decision F6).
  package var currentRevision: Int?
  /// Seconds after which it is worth trying again.
  package var retryAfter: Int?

  /// Makes an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes an error of a body that is wrong in some fields.
  package static func invalid(_ problems: [PolicyProblem]) -> FamilyError {
    var error = FamilyError(.invalid, "the body is not right: \(line(of: problems))")
    error.problems = problems
    return error
  }

  /// Makes an error of a body that is wrong in one field.
  package static func invalid(_ field: String, _ problem: String) -> FamilyError {
    invalid([PolicyProblem(field: field, problem: problem)])
  }

  /// Problems in one line; one of the whole has no field to be named.
  private static func line(of problems: [PolicyProblem]) -> String {
    problems.map { $0.field.isEmpty ? $0.problem : "\($0.field): \($0.problem)" }
      .joined(separator: "; ")
  }

  /// Says that something isn't there, the same for what never was and what is another family's (F8).
  package static func notFound(_ what: String) -> FamilyError {
    FamilyError(.notFound, "there is no such \(what)")
  }

  /// The message; of fields that are wrong the problems alone, for whoever sent no body.
  package var description: String { problems.isEmpty ? message : Self.line(of: problems) }
}
