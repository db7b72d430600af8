import ConsolePlatform
import Foundation
import NIOConcurrencyHelpers

/// The sessions there are: in memory only, so that a restart asks everybody to sign in again.
///
/// A session is found by the hash of what the browser holds. Who has too many loses the one used longest ago; a full book
/// drops that of whoever has most.
final class SessionBook<Owner: Hashable & Sendable>: Sendable {
    private let rules: SessionRules
    private let clock: ConsoleClock
    private let random: RandomSource
    private let sessions = NIOLockedValueBox<[Data: Session<Owner>]>([:])

    /// An empty book.
    init(_ rules: SessionRules, clock: ConsoleClock, random: RandomSource) {
        self.rules = rules
        self.clock = clock
        self.random = random
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - owner: Who has signed in.
    ///   - former: What the browser held before; that session ends, also one of another owner.
    /// - Returns: What the browser has to hold.
    func begin(_ owner: Owner, replacing former: String? = nil) -> String {
        let secret = random.secret()
        let now = clock.machine
        let session = Session(
            owner: owner, formToken: random.secret(), begunAt: now, usedAt: now, notice: nil)
        sessions.withLockedValue { sessions in
            if let former { sessions[SecretHash.sha256(former)] = nil }
            sessions = sessions.filter { isAlive($0.value, at: now) }
            makeRoom(for: owner, in: &sessions)
            sessions[SecretHash.sha256(secret)] = session
        }
        return secret
    }

    /// The session of a browser; nil if it has ended or never was.
    func session(_ secret: String) -> Session<Owner>? {
        change(secret) { _ in }
    }

    /// Whether a session has not ended; this is no use of it.
    func isAlive(_ secret: String) -> Bool {
        let key = SecretHash.sha256(secret)
        let now = clock.machine
        return sessions.withLockedValue { sessions in sessions[key].map { isAlive($0, at: now) } ?? false }
    }

    /// Ends a session.
    func end(_ secret: String) {
        sessions.withLockedValue { _ = $0.removeValue(forKey: SecretHash.sha256(secret)) }
    }

    /// Leaves a notice for the next page of a session.
    func leave(_ notice: Notice, in secret: String) {
        change(secret) { $0.notice = notice }
    }

    /// Takes the notice of a session, which is told once.
    func takeNotice(of secret: String) -> Notice? {
        var taken: Notice?
        change(secret) { session in
            taken = session.notice
            session.notice = nil
        }
        return taken
    }

    /// Uses a session, and changes it.
    @discardableResult
    private func change(_ secret: String, _ change: (inout Session<Owner>) -> Void) -> Session<Owner>? {
        let key = SecretHash.sha256(secret)
        let now = clock.machine
        return sessions.withLockedValue { sessions in
            guard var session = sessions[key] else { return nil }
            guard isAlive(session, at: now) else {
                sessions[key] = nil
                return nil
            }
            session.usedAt = now
            change(&session)
            sessions[key] = session
            return session
        }
    }

    private func isAlive(_ session: Session<Owner>, at now: Timestamp) -> Bool {
        now < session.usedAt.adding(seconds: rules.idleSeconds) && now < session.begunAt.adding(seconds: rules.lifetime)
    }

    private func makeRoom(for owner: Owner, in sessions: inout [Data: Session<Owner>]) {
        let own = sessions.filter { $0.value.owner == owner }
        if own.count >= rules.limitOfOne { dropOldest(of: own, in: &sessions) }
        guard sessions.count >= rules.limit else { return }
        let groups = Dictionary(grouping: sessions) { $0.value.owner }
        guard let most = groups.values.max(by: { $0.count < $1.count }) else { return }
        dropOldest(of: Dictionary(most) { first, _ in first }, in: &sessions)
    }

    private func dropOldest(of some: [Data: Session<Owner>], in sessions: inout [Data: Session<Owner>]) {
        guard let oldest = some.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
        sessions[oldest.key] = nil
    }
}
