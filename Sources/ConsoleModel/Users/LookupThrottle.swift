package import ConsolePlatform

/// Slows down clients that look for codes: group ids, e-mail domains, enrollment tokens, devices (Security, "Codes").
///
/// What is not found is counted for each address, and for its network of 48 bits, which may have some times as many. A
/// client that knows a device of the console is counted by that device, so that others behind the same address do not hold
/// it up. What is not looked for by a code is counted apart: a client that asks for unknown devices keeps no other of the
/// same address from typing a right Group ID.
package final class LookupThrottle: Sendable {
    /// What is counted apart.
    package enum Matter: Sendable {
        /// A code that is looked for.
        case code
        /// The status of a device that is unknown.
        case status
        /// A name that the identity provider is to make a user of.
        case newUser
        /// A session that an enrollment agent begins, of which an honest network has many.
        case session

        /// How many more of it there may be than of codes that are not found.
        fileprivate var factor: Int { self == .session ? 10 : 1 }
    }

    private let misses: RateLimiter<Matter>
    private let pacer: Pacer
    private let limits: LimitLog

    /// A throttle.
    ///
    /// - Parameters:
    ///   - limit: Look-ups of one address that may find nothing; 0 means any number.
    ///   - seconds: How long they count, from the first one.
    ///   - site: How many more a network of 48 bits may have.
    ///   - pacer: Slows down.
    ///   - clock: Asked for the machine's time.
    ///   - limits: Where it says that a client is slowed down.
    package init(
        limit: Int, seconds: Int64, site: SiteRule = .standard, pacer: Pacer, clock: ConsoleClock, limits: LimitLog
    ) {
        misses = RateLimiter(limit: limit, seconds: seconds, site: site, clock: clock)
        self.pacer = pacer
        self.limits = limits
    }

    /// Looks for something whose name can be guessed, at once or after a while.
    ///
    /// - Parameters:
    ///   - address: Address of the client.
    ///   - device: The device it knows, asked only if its address has missed too often; nil if it knows none.
    ///   - find: Answers nil if nothing was found.
    /// - Returns: What was found.
    /// - Throws: What looking throws; ``ConsoleError`` `tooManyRequests` if more of the client wait than may.
    package func find<Value: Sendable>(
        from address: String, knowing device: () async throws -> String?, _ find: () async throws -> Value?
    ) async throws -> Value? {
        var network = ClientNetwork(of: address)
        if misses.excess(.code, of: network) != nil, let device = try await device() {
            network = ClientNetwork(of: "device \(device)")
        }
        try await admit(.code, network)
        let found = try await find()
        if found == nil { misses.count(.code, of: network) }
        return found
    }

    /// Counts something that is no look-up of a code, and slows it down if there is too much of it.
    ///
    /// - Parameters:
    ///   - matter: What it is.
    ///   - address: Address of the client.
    /// - Throws: ``ConsoleError`` `tooManyRequests` if more of the client wait than may.
    package func note(_ matter: Matter, from address: String) async throws {
        let network = ClientNetwork(of: address)
        try await admit(matter, network)
        misses.count(matter, of: network)
    }

    private func admit(_ matter: Matter, _ network: ClientNetwork) async throws {
        guard let excess = misses.excess(matter, of: network, factor: matter.factor) else { return }
        limits.note(
            "Look-ups are slowed down after many that found nothing, or began a session (lookups.misses)",
            from: excess.place)
        try await pacer.wait(for: "look-up \(matter) \(excess.place)")
    }
}
