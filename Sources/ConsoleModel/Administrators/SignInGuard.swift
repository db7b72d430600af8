package import ConsolePlatform
package import Logging

/// Where a sign-in comes from.
package struct SignInSender: Sendable {
    /// Address of the client, without its port.
    let address: String
    /// Logger of the request.
    let logger: Logger

    /// Made of its parts.
    package init(address: String, logger: Logger) {
        self.address = address
        self.logger = logger
    }
}

/// The turn of an attempt to sign in, at once unless many failed from its address.
struct SignInTurn: Sendable {
    let attempt: SignInAttempt
    let throttle: SignInThrottle
    let pacer: Pacer

    /// Waits for the turn.
    ///
    /// - Returns: The key with which a password is checked.
    /// - Throws: ``ConsoleError`` `tooManyRequests` if more of the address wait than may.
    func wait() async throws -> ClientKey {
        if let sender = throttle.slowedDown(attempt) { try await pacer.wait(for: "administrator \(sender)") }
        return throttle.key(of: attempt)
    }
}

/// Wraps every check of administrators' credentials: throttles attempts, and records them in the log and the event log.
package struct SignInGuard: Sendable {
    let throttle: SignInThrottle
    /// Slows down addresses from which many sign-ins failed.
    let pacer: Pacer
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let log: SignInLog

    /// Made of its parts.
    package init(
        throttle: SignInThrottle, pacer: Pacer, database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock,
        log: SignInLog
    ) {
        self.throttle = throttle
        self.pacer = pacer
        self.database = database
        self.events = events
        self.clock = clock
        self.log = log
    }

    /// Runs a check of credentials.
    ///
    /// - Parameters:
    ///   - kind: The kind of account that signs in.
    ///   - name: The name it signs in with.
    ///   - sender: Where the request comes from.
    ///   - check: Is handed the turn to wait for before a guess costs work; throws ``ConsoleError`` `unauthorized` for
    ///     credentials that are wrong; nothing else counts as a failure.
    /// - Returns: What the check returns.
    /// - Throws: What the check throws; `tooManyRequests` in place of it, and of its result, for a name that has failed
    ///   too often from there, also if the failures came while the check was made. A right token is never refused:
    ///   nobody guesses one, so that the refusal would only harm its owner.
    func checked<Value: Sendable>(
        _ kind: SignInAttempt.Kind, _ name: String, from sender: SignInSender,
        _ check: (SignInTurn) async throws -> Value
    ) async throws -> Value {
        let attempt = SignInAttempt(address: sender.address, kind: kind, name: name)
        let isToken = kind == .accessToken
        if !isToken { try throttle.admit(attempt) }
        do {
            let value = try await check(SignInTurn(attempt: attempt, throttle: throttle, pacer: pacer))
            if !isToken { try throttle.admit(attempt) }
            throttle.succeeded(attempt)
            return value
        } catch let error as ConsoleError where error.code == .unauthorized {
            try throttle.admit(attempt)
            let news = throttle.failed(attempt)
            sender.logger.notice(
                "Sign-in failed",
                metadata: [
                    "kind": "\(kind.rawValue)", "name": "\(Self.shown(attempt))", "address": "\(sender.address)",
                ])
            if let news { await tell(news, of: attempt, sender) }
            throw error
        }
    }

    /// Notes that an administrator has signed in; what cannot be noted keeps nobody out.
    func note(_ identity: AdministratorIdentity, from sender: SignInSender) async {
        do {
            try await log.succeeded(
                identity, from: sender.address, at: clock.now(in: identity.groupID), in: database)
        } catch {
            sender.logger.warning("A sign-in was not recorded", metadata: ["error": "\(error)"])
        }
    }

    /// What people read: of a token nothing.
    private static func shown(_ attempt: SignInAttempt) -> String {
        attempt.kind == .accessToken ? "a bearer token" : attempt.name
    }

    /// Records the failure; one that cannot be recorded is still answered as a failure.
    private func tell(_ news: SignInThrottle.News, of attempt: SignInAttempt, _ sender: SignInSender) async {
        let event = ConsoleEvent(
            action: .administratorSignInFailed, subjectKind: attempt.kind.rawValue,
            subject: news == .name ? Self.shown(attempt) : "further names",
            groupID: OrganizationGroupRecord.globalID, at: clock.now(in: OrganizationGroupRecord.globalID))
        do {
            try await database.write { transaction in
                try events.record(event, by: .system, after: ["address": sender.address], in: transaction)
                if attempt.kind == .administrator, news == .name {
                    try log.failed(attempt.name, from: sender.address, at: event.at, in: transaction)
                }
            }
        } catch {
            sender.logger.warning("A failed sign-in was not recorded", metadata: ["error": "\(error)"])
        }
    }
}
