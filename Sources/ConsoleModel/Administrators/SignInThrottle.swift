package import ConsolePlatform
import NIOConcurrencyHelpers

/// An attempt to sign in: its address, and the name.
struct SignInAttempt: Hashable, Sendable {
    /// The kind of account that signs in; the event log files failures under it.
    enum Kind: String, Sendable {
        case administrator, oauthClient, accessToken
        /// A user who signs in to the self-service portal.
        case enrollmentUser
    }

    /// How many characters of a name are compared.
    private static let nameLength = 100

    /// Under what the client's address is counted.
    let network: ClientNetwork
    let kind: Kind
    /// Name in lower case; for a token, a text that identifies it.
    let name: String

    /// An attempt with a name, of which letter case and everything after a NUL are ignored, as in the database.
    init(address: String, kind: Kind, name: String) {
        network = ClientNetwork(of: address)
        self.kind = kind
        self.name = Self.compared(name)
    }

    /// An attempt of a user with a group ID, as both were sent.
    init(address: String, user name: String, of group: String) {
        let group = Self.compared(group)
        network = ClientNetwork(of: address)
        kind = .enrollmentUser
        self.name = "\(group.count) \(group) \(Self.compared(name))"
    }

    /// Under what the client's address is counted.
    var address: String { network.address }
    /// Under what its site is counted, if it has one.
    var site: String? { network.site }

    /// A name as it is compared.
    private static func compared(_ name: String) -> String {
        let known = String(name.unicodeScalars.prefix { $0.value != 0 })
        return String(known.prefix(nameLength)).lowercased()
    }

    /// The same as one of its whole site; nil if it has none.
    var ofSite: SignInAttempt? { site.map { SignInAttempt(place: $0, kind: kind, name: name) } }

    private init(place: String, kind: Kind, name: String) {
        network = ClientNetwork(of: place)
        self.kind = kind
        self.name = name
    }
}

/// Refuses sign-ins after too many failures in a while (AdminAPI, "Throttling").
///
/// Failures are counted for each pair of address and name, which is refused then, and for each address in all, which is
/// slowed down, so that many names cannot be tried with one password. Tokens, which nobody guesses, are counted apart, and
/// so are users of the self-service portal. Failures of a site are counted as well, which may have some times as many. Only
/// in memory: a start forgets them.
package final class SignInThrottle: Sendable {
    /// By which factor the limit of an address is higher than that of one name from it.
    static let addressFactor = 10
    /// Seconds for which an address counts as one where somebody has signed in.
    private static let memory: Int64 = 30 * 86_400
    /// The most names of one address that are reported in a while, each.
    static let toldNames = 10

    /// What is to be reported of a failure.
    enum News: Hashable, Sendable {
        /// The name, which failed for the first time in a while.
        case name
        /// That there are more names than are reported.
        case furtherNames
    }

    /// An address, with what is counted for it.
    fileprivate struct Sender: Hashable {
        let address: String
        let group: Group

        /// Kinds that are counted together.
        enum Group: Hashable { case passwords, tokens, users }

        init(_ attempt: SignInAttempt) {
            address = attempt.address
            group =
                switch attempt.kind {
                case .administrator, .oauthClient: .passwords
                case .accessToken: .tokens
                case .enrollmentUser: .users
                }
        }
    }

    fileprivate struct State {
        var attempts: CountedWindows<SignInAttempt>
        var senders: CountedWindows<Sender>
        /// Names that have signed in, with the address.
        var known: CountedWindows<SignInAttempt>
        /// Names whose failure was reported, and how many of each address.
        var told: CountedWindows<String>
        var toldOf: CountedWindows<String>
    }

    private let limit: Int
    private let site: SiteRule
    private let clock: ConsoleClock
    private let limits: LimitLog
    private let state: NIOLockedValueBox<State>

    /// A throttle.
    ///
    /// - Parameters:
    ///   - limit: Failures of one name from one address; 0 means no limit.
    ///   - seconds: How long they count, from the first one.
    ///   - site: How many more a whole site may have.
    ///   - clock: Asked for the console's own time.
    ///   - limits: Where it says that sign-ins are refused.
    package init(
        limit: Int, seconds: Int64, site: SiteRule = .standard, clock: ConsoleClock, limits: LimitLog
    ) {
        self.limit = limit
        self.site = site
        self.clock = clock
        self.limits = limits
        state = NIOLockedValueBox(
            State(
                attempts: CountedWindows(seconds: seconds), senders: CountedWindows(seconds: seconds),
                known: CountedWindows(seconds: Self.memory),
                told: CountedWindows(seconds: seconds), toldOf: CountedWindows(seconds: seconds)))
    }

    /// Lets an attempt through, or not.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` with `Retry-After`, whether the credentials are right or not, so
    ///   that a refusal reveals nothing about them.
    func admit(_ attempt: SignInAttempt) throws {
        guard limit > 0 else { return }
        let now = clock.machine
        let wait = state.withLockedValue { state in
            counted(attempt).map { state.secondsLeft($0.attempt, reaching: $0.limit, at: now) }.max() ?? 0
        }
        guard wait > 0 else { return }
        let whose = attempt.kind == .enrollmentUser ? "to the self-service portal" : "of administrators"
        limits.note("Sign-ins \(whose) were refused after failures (admin.signInFailures)", from: attempt.address)
        throw ConsoleError(
            .tooManyRequests, "Too many sign-ins failed; try again in \(wait) seconds.",
            headers: ["Retry-After": "\(wait)"])
    }

    /// What an attempt is counted as, with the failures that are too many: of its site, and of its address.
    private func counted(_ attempt: SignInAttempt) -> [(attempt: SignInAttempt, limit: Int)] {
        let own = (attempt: attempt, limit: limit)
        return attempt.ofSite.map { [(attempt: $0, limit: site.limit(limit)), own] } ?? [own]
    }

    /// The address or site from which so many sign-ins failed that further ones are slowed down, whatever the name; nil
    /// if there were fewer.
    func slowedDown(_ attempt: SignInAttempt) -> String? {
        guard limit > 0 else { return nil }
        let now = clock.machine
        return state.withLockedValue { state in
            counted(attempt).first {
                state.senders.secondsLeft(Sender($0.attempt), reaching: $0.limit * Self.addressFactor, at: now) > 0
            }?.attempt.address
        }
    }

    /// The key with which the password of an attempt is checked: names that fail do not hold up others of the address,
    /// and anonymous clients hold up no name that has signed in from there before.
    func key(of attempt: SignInAttempt) -> ClientKey {
        let now = clock.machine
        let (isKnown, hasFailed) = state.withLockedValue {
            (
                $0.known.secondsLeft(attempt, reaching: 1, at: now) > 0,
                $0.attempts.secondsLeft(attempt, reaching: 1, at: now) > 0
            )
        }
        if isKnown { return ClientKey(.authenticated, .user(attempt.hashValue)) }
        if hasFailed { return ClientKey(.suspect, attempt.network) }
        return ClientKey(attempt.kind == .enrollmentUser ? .anonymous : .administrator, attempt.network)
    }

    /// Counts a failure.
    ///
    /// - Returns: What is to be reported: the first failure of a name, from any address, in a while; of tokens the
    ///   first of any. Nil for all others, and for more names than are reported.
    func failed(_ attempt: SignInAttempt) -> News? {
        let now = clock.machine
        let name = attempt.kind == .accessToken ? "" : attempt.name
        return state.withLockedValue { state in
            for (attempt, _) in counted(attempt) {
                state.attempts.add(attempt, at: now)
                state.senders.add(Sender(attempt), at: now)
            }
            // Those of users stand in the log alone.
            guard attempt.kind != .enrollmentUser else { return nil }
            guard state.told.add("\(attempt.kind.rawValue) \(name)", at: now) == 1 else { return nil }
            let limit = attempt.site == nil ? Self.toldNames : site.limit(Self.toldNames)
            switch state.toldOf.add(attempt.site ?? attempt.address, at: now) {
            case ...limit: return .name
            case limit + 1: return .furtherNames
            default: return nil
            }
        }
    }

    /// Forgets the failures of an address and name that has signed in; those of the address in all stay.
    func succeeded(_ attempt: SignInAttempt) {
        let now = clock.machine
        state.withLockedValue { state in
            for (attempt, _) in counted(attempt) { state.attempts.forget(attempt) }
            guard attempt.kind != .accessToken else { return }
            state.known.forget(attempt)
            state.known.add(attempt, at: now)
        }
    }
}

extension SignInThrottle.State {
    /// Seconds until an attempt may be made, when so many have failed as it.
    fileprivate func secondsLeft(_ attempt: SignInAttempt, reaching limit: Int, at now: Timestamp) -> Int64 {
        let ofName = attempts.secondsLeft(attempt, reaching: limit, at: now)
        // Other names that failed from the address slow a name down; wrong tokens have no names.
        guard attempt.kind == .accessToken else { return ofName }
        let ofAll = senders.secondsLeft(
            SignInThrottle.Sender(attempt), reaching: limit * SignInThrottle.addressFactor, at: now)
        return max(ofName, ofAll)
    }
}
