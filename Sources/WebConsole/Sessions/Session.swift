import ConsolePlatform
import Foundation

/// Somebody's time at the pages, from signing in to signing out.
struct Session<Owner: Hashable & Sendable>: Sendable {
    /// Who has signed in.
    let owner: Owner
    /// What each form of theirs carries, so that a page of another site cannot send one.
    let formToken: String
    /// When it began, by the clock of this machine.
    let begunAt: Timestamp
    /// When it was used last.
    var usedAt: Timestamp
    /// What the next page tells; nil if there is nothing.
    var notice: Notice?
}

/// What the page after a form tells.
struct Notice: Hashable, Sendable {
    /// What was done, or why it was not.
    let text: String
    /// Single findings, each a sentence.
    var details: [String] = []
    /// Whether it is a refusal.
    var isProblem = false
    /// What the form held, so that nothing has to be typed twice; without secrets.
    var fields: [String: String] = [:]
    /// The form it was, by its action.
    var form = ""
    /// The field that is refused; empty if the sentences say which.
    var field = ""
    /// A secret that is shown this once.
    var secret: String?
}
