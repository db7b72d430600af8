package import ConsolePlatform
import NIOConcurrencyHelpers

/// Slows down who looks for codes that exist: group ids, e-mail domains, enrollment tokens, devices (Security, "Codes").
///
/// What is not found is counted for each address, and for its site, which may have some times as many. A client that
/// knows a device of the console has a count of its own, so that strangers behind the same address do not hold it up.
/// What is not looked for by a code has counts apart: nobody who asks for devices that are unknown keeps others of the
/// same address from typing a right Group ID.
package final class LookupThrottle: Sendable {
    /// What counts apart from codes.
    package enum Matter: String, Sendable {
        /// The status of a device that is unknown.
        case status
        /// A name that the identity provider is to make a user of.
        case newUser
        /// A session that an enrollment agent begins, of which an honest network has many.
        case session

        /// How many more of it there may be than of codes that are not found.
        fileprivate var factor: Int { self == .session ? 10 : 1 }
    }

    /// Whose misses are counted together.
    private struct Sender {
        let name: String
        /// Its site, if it has one.
        var site: String?
        /// How many more it may have than are configured.
        var factor = 1
    }

    private let limit: Int
    private let site: SiteRule
    private let pacer: Pacer
    private let clock: ConsoleClock
    private let limits: LimitLog
    private let misses: NIOLockedValueBox<CountedWindows<String>>

    /// A throttle.
    ///
    /// - Parameters:
    ///   - limit: Look-ups of one address that may find nothing; 0 means any number.
    ///   - seconds: How long they count, from the first one.
    ///   - site: How many more a whole site may have.
    ///   - pacer: Slows down.
    ///   - clock: Asked for the console's own time.
    ///   - limits: Where it says that somebody is slowed down.
    package init(
        limit: Int, seconds: Int64, site: SiteRule = .standard, pacer: Pacer, clock: ConsoleClock, limits: LimitLog
    ) {
        self.limit = limit
        self.site = site
        self.pacer = pacer
        self.clock = clock
        self.limits = limits
        misses = NIOLockedValueBox(CountedWindows(seconds: seconds))
    }

    /// Looks for something whose name can be guessed, at once or after a while.
    ///
    /// - Parameters:
    ///   - address: Address of the client.
    ///   - device: The device it knows, asked only if its address has missed too often; nil if it knows none.
    ///   - find: Answers nil if nothing was found.
    /// - Returns: What was found.
    /// - Throws: What looking throws; ``ConsoleError`` `tooManyRequests` if more of the sender wait than may.
    package func find<Value: Sendable>(
        from address: String, knowing device: () async throws -> String?, _ find: () async throws -> Value?
    ) async throws -> Value? {
        let network = ClientNetwork(of: address)
        var sender = Sender(name: network.address, site: network.site)
        if slowed(sender) != nil, let device = try await device() { sender = Sender(name: "device \(device)") }
        try await admit(sender)
        let found = try await find()
        if found == nil { missed(sender) }
        return found
    }

    /// Counts something that is no look-up of a code, and slows it down if there is too much of it.
    ///
    /// - Parameters:
    ///   - matter: What it is.
    ///   - address: Address of the client.
    /// - Throws: ``ConsoleError`` `tooManyRequests` if more of the sender wait than may.
    package func note(_ matter: Matter, from address: String) async throws {
        let network = ClientNetwork(of: address)
        let sender = Sender(
            name: "\(matter.rawValue) \(network.address)", site: network.site.map { "\(matter.rawValue) \($0)" },
            factor: matter.factor)
        try await admit(sender)
        missed(sender)
    }

    private func admit(_ sender: Sender) async throws {
        guard let name = slowed(sender) else { return }
        limits.note(
            "Look-ups are slowed down after many that found nothing, or began a session (lookups.misses)", from: name)
        try await pacer.wait(for: "look-up \(name)")
    }

    /// Who waits for each other, since so many look-ups found nothing: all of a site, or a sender; nil if nobody has to.
    private func slowed(_ sender: Sender) -> String? {
        guard limit > 0 else { return nil }
        let (now, limit) = (clock.machine, limit * sender.factor)
        return misses.withLockedValue { misses in
            if let name = sender.site, misses.secondsLeft(name, reaching: site.limit(limit), at: now) > 0 {
                return name
            }
            return misses.secondsLeft(sender.name, reaching: limit, at: now) > 0 ? sender.name : nil
        }
    }

    private func missed(_ sender: Sender) {
        let now = clock.machine
        misses.withLockedValue { misses in
            misses.add(sender.name, at: now)
            if let site = sender.site { misses.add(site, at: now) }
        }
    }
}
