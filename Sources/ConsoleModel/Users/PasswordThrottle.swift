package import ConsolePlatform
import NIOConcurrencyHelpers

/// An attempt to sign in as an enrollment user.
package struct PasswordAttempt: Hashable, Sendable {
    /// How many characters of a name are compared.
    private static let nameLength = 100

    /// Under what the client's address is counted.
    let network: ClientNetwork
    /// Group and name, as they were sent: an unknown name counts as a known one.
    let name: String
    /// A device the user is signed in on, if the attempt comes from such a one.
    let ownDevice: String?

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - address: Address of the client.
    ///   - username: The name, letter case ignored.
    ///   - groupID: The customer that it is a name of.
    ///   - ownDevice: The device it comes from, if the user is signed in on it: strangers do not know its identifier.
    package init(address: String, username: String, of groupID: Int64, ownDevice: String?) {
        network = ClientNetwork(of: address)
        name = "\(groupID) \(String(username.prefix(Self.nameLength)).lowercased())"
        self.ownDevice = ownDevice
    }

    fileprivate var address: String { network.address }
    fileprivate var site: String? { network.site }
    /// Name and address together.
    fileprivate var pair: String { "\(address) \(name)" }
    /// Name and site together.
    fileprivate var sitePair: String? { site.map { "\($0) \(name)" } }
    /// Name and device together.
    fileprivate var deviceLine: String? { ownDevice.map { "device \($0) \(name)" } }
}

/// Slows down who guesses passwords, and nobody else (Security, "Wrong passwords").
///
/// Failures are counted for name and address together, and for each address in all; for its site as well, which may have
/// some times as many, so that nobody goes on from another of the addresses that they have. What comes from a device on
/// which the user is signed in, or from an address where the user has signed in before, has counts and a line of its
/// own, so that strangers behind the same address do not hold it up. Only in memory: a start forgets it.
package final class PasswordThrottle: Sendable {
    /// By which factor the limit of an address is higher than that of one name from it.
    fileprivate static let addressFactor = 10
    /// Failures after which what comes from an address leaves a processor to others, whatever the name.
    fileprivate static let doubtfulFailures = 20
    /// Seconds for which an address counts as one where a user has signed in.
    private static let memory: Int64 = 30 * 86_400

    fileprivate struct State {
        var failures: CountedWindows<String>
        /// Pairs of address and name that have signed in.
        var known: CountedWindows<String>
    }

    /// How an attempt is treated.
    fileprivate struct Standing {
        /// Whose attempts it goes with.
        let name: String
        /// Whether it is slowed down.
        let isSlow: Bool
        /// Whether it leaves a processor to others: nothing good is known of it, and its address has failed.
        var isDoubtful = false
        /// What it takes turns with.
        var site: String?
        /// Whether the user is signed in on the device, or has signed in from the address.
        var isKnown = false
    }

    /// The rules.
    package let rules: PasswordRules
    /// Sign-ins under way of addresses from which many have failed.
    private let room: SignInRoom
    private let site: SiteRule
    private let pacer: Pacer
    private let clock: ConsoleClock
    private let limits: LimitLog
    private let state: NIOLockedValueBox<State>

    /// A throttle.
    ///
    /// - Parameters:
    ///   - rules: What is counted.
    ///   - site: How much more than one address a whole site may have.
    ///   - pacer: Slows down.
    ///   - clock: Asked for the console's own time.
    ///   - limits: Where it says that somebody is slowed down.
    package init(
        _ rules: PasswordRules, site: SiteRule = .standard, pacer: Pacer, clock: ConsoleClock, limits: LimitLog
    ) {
        self.rules = rules
        self.site = site
        // Names that fail wait in one line, all others of the address in another.
        room = SignInRoom(limit: 2 * rules.share, site: site, pause: rules.pause, limits: limits)
        self.pacer = pacer
        self.clock = clock
        self.limits = limits
        state = NIOLockedValueBox(
            State(failures: CountedWindows(seconds: rules.window), known: CountedWindows(seconds: Self.memory)))
    }

    /// Checks a sign-in, if there is room for one more of its address.
    ///
    /// - Parameters:
    ///   - entry: What it says of itself.
    ///   - check: Checks it; what it returns is remembered as right.
    /// - Returns: What the check returns.
    /// - Throws: ``ConsoleError`` `tooManyRequests` if there is none; what the check throws.
    package func withRoom<Value>(for entry: PasswordEntry, _ check: () async throws -> Value) async throws -> Value {
        let now = clock.machine
        let isDoubtful = state.withLockedValue { $0.isNotorious(entry.address, entry.site, site, at: now) }
        return try await room.run(entry, isDoubtful: isDoubtful, check)
    }

    /// Lets an attempt through, at once or after a while.
    ///
    /// - Returns: The key with which its password is checked.
    /// - Throws: ``ConsoleError`` `tooManyRequests` if more of the same sender wait than may.
    package func admit(_ attempt: PasswordAttempt) async throws -> ClientKey {
        let now = clock.machine
        let standing = state.withLockedValue { $0.standing(of: attempt, rules, site, at: now) }
        if standing.isSlow {
            limits.note(
                "Attempts with passwords are slowed down after failures (passwords.failures)", from: standing.name)
            try await pacer.wait(for: "password \(standing.name)")
        }
        if standing.isKnown { return ClientKey(.authenticated, .user(standing.name.hashValue)) }
        return ClientKey(standing.isDoubtful ? .suspect : .anonymous, attempt.network)
    }

    /// Counts a failure.
    package func failed(_ attempt: PasswordAttempt) {
        let now = clock.machine
        state.withLockedValue { state in
            if let own = attempt.deviceLine {
                state.failures.add(own, at: now)
            } else {
                for key in [attempt.pair, attempt.address, attempt.sitePair, attempt.site].compactMap(\.self) {
                    state.failures.add(key, at: now)
                }
            }
        }
    }

    /// Notes that the user has signed in, and forgets the failures of name and address; those of the address in all stay.
    package func succeeded(_ attempt: PasswordAttempt) {
        let now = clock.machine
        state.withLockedValue { state in
            state.failures.forget(attempt.deviceLine ?? attempt.pair)
            state.known.forget(attempt.pair)
            state.known.add(attempt.pair, at: now)
        }
    }
}

extension PasswordThrottle.State {
    /// How an attempt is treated.
    fileprivate func standing(
        of attempt: PasswordAttempt, _ rules: PasswordRules, _ site: SiteRule, at now: Timestamp
    ) -> PasswordThrottle.Standing {
        func reaches(_ key: String?, _ limit: Int) -> Bool {
            guard let key, rules.failures > 0 else { return false }
            return failures.secondsLeft(key, reaching: limit, at: now) > 0
        }
        let (ofName, ofAddress) = (rules.failures, rules.failures * PasswordThrottle.addressFactor)
        if let own = attempt.deviceLine {
            return PasswordThrottle.Standing(name: own, isSlow: reaches(own, ofName), isKnown: true)
        }
        let isSlow = reaches(attempt.pair, ofName)
        if known.secondsLeft(attempt.pair, reaching: 1, at: now) > 0 {
            return PasswordThrottle.Standing(name: attempt.pair, isSlow: isSlow, isKnown: true)
        }
        // Names that fail do not hold up others of the same address.
        let hasFailed = failures.secondsLeft(attempt.pair, reaching: 1, at: now) > 0
        let isDoubtful = hasFailed || isNotorious(attempt.address, attempt.site, site, at: now)
        if let name = attempt.site,
            reaches(attempt.sitePair, site.limit(ofName)) || reaches(name, site.limit(ofAddress))
        {
            return PasswordThrottle.Standing(name: name, isSlow: true, isDoubtful: true, site: name)
        }
        return PasswordThrottle.Standing(
            name: attempt.address + (hasFailed ? " failing" : ""),
            isSlow: isSlow || reaches(attempt.address, ofAddress),
            isDoubtful: isDoubtful, site: attempt.site)
    }

    /// Whether so many sign-ins have failed of an address, or of all of its site, that others come first.
    fileprivate func isNotorious(_ address: String, _ ofSite: String?, _ site: SiteRule, at now: Timestamp) -> Bool {
        let limit = PasswordThrottle.doubtfulFailures
        if failures.secondsLeft(address, reaching: limit, at: now) > 0 { return true }
        guard let ofSite else { return false }
        return failures.secondsLeft(ofSite, reaching: site.limit(limit), at: now) > 0
    }
}
