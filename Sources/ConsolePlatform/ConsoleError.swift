/// The one error of the console: a code for programs, a sentence for people, and what caused it.
///
/// Thrown anywhere, turned into an answer once per router (``DeviceErrorRenderer``, ``AdminErrorRenderer``,
/// ``PageErrorRenderer``). The message may be shown to the sender; the cause is only logged.
package struct ConsoleError: Error, Sendable {
    /// What kind of refusal or failure this is; each renderer has a status for every code.
    package enum Code: String, CaseIterable, Sendable {
        /// The request is malformed: a field is missing, overlong or of the wrong type.
        case badRequest
        /// Credentials are missing, malformed, expired or do not match.
        case unauthorized
        /// The credential is unknown or revoked; an SDK client drops it after this answer.
        case credentialRevoked
        /// The caller is known, but may not do this.
        case forbidden
        /// The thing asked for is unknown, or belongs to somebody else.
        case notFound
        /// The thing asked for existed once, and never will again.
        case gone
        /// The path exists, but not with this method.
        case methodNotAllowed
        /// It conflicts with something that exists already.
        case conflict
        /// The thing to change is no longer in the state that the caller named.
        case preconditionFailed
        /// The request is for a host under which the console is not known.
        case misdirected
        /// The client accepts no form the route can answer in.
        case notAcceptable
        /// The body is larger than the route accepts.
        case payloadTooLarge
        /// The request is well-formed, but breaks a rule of the domain.
        case unprocessable
        /// The caller sent too many requests, or failed to sign in too often; `Retry-After` says when to come back.
        case tooManyRequests
        /// A real console has it; this one does not serve it.
        case notServed
        /// The console cannot do it now: it starts, stops, or its disk is full.
        case unavailable
        /// A fault of the console.
        case internalError
    }

    /// What kind of error this is.
    package let code: Code
    /// A sentence that says what was wrong and what would have been accepted.
    package let message: String
    /// Single findings, each a sentence, for bodies with more than one.
    package var details: [String]
    /// Header fields the answer has to carry, such as `Allow` or `WWW-Authenticate`.
    package var headers: [String: String]
    /// `errorCode` of the admin REST API, where a route has one of its own; nil for that of the code.
    package var number: Int?
    /// The cause; logged, never shown.
    package let cause: (any Error)?

    /// An error with its code and its sentence.
    package init(
        _ code: Code, _ message: String, number: Int? = nil, details: [String] = [],
        headers: [String: String] = [:], cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.details = details
        self.headers = headers
        self.number = number
        self.cause = cause
    }
}

extension ConsoleError: CustomStringConvertible {
    /// Code and sentence, with the cause if there is one; for logs.
    package var description: String {
        let text = "\(code.rawValue): \(message)"
        guard let cause else { return text }
        return "\(text) (\(cause))"
    }
}
