package import ConsoleModel

/// Whether something could be pushed, as `/_mock` shows it (AdminAPI, "Pushing").
package struct PushVerdictBody: Encodable, Sendable {
    let possible: Bool
    /// `possible`, or what stands in the way.
    let code: String
    /// What stands in the way, as a sentence.
    let reason: String?

    /// The body for a verdict.
    package init(_ verdict: PushVerdict) {
        possible = verdict.possible
        code = verdict.code
        reason = verdict.reason
    }
}
