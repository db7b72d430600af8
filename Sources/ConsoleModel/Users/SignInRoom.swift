import ConsolePlatform
import NIOConcurrencyHelpers

/// Bounds how many sign-ins are under way of an address from which many have failed, before anything of them is looked up
/// (Security, "Wrong passwords").
///
/// Looking up users costs the database more than refusing costs anybody, and one address can ask often. Who has signed in
/// before, and so has a line of their own, is not counted: strangers behind the same address do not keep them out.
final class SignInRoom: Sendable {
    /// How many sign-ins are remembered.
    private static let memory = 10_000

    private struct State {
        var running: [String: Int] = [:]
        var refusals = 0
        /// Those that came to something.
        var known: Set<PasswordEntry> = []
    }

    private let limit: Int
    private let site: SiteRule
    private let pause: Duration
    private let limits: LimitLog
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = NIOLockedValueBox(State())

    /// An empty room.
    ///
    /// - Parameters:
    ///   - limit: Sign-ins of one address at a time.
    ///   - site: How many more a whole site may have.
    ///   - pause: About how long a refusal takes, so that whoever repeats it at once does so seldom.
    ///   - limits: Where it says that sign-ins were refused.
    ///   - sleep: Waits for a while.
    init(
        limit: Int, site: SiteRule = .standard, pause: Duration, limits: LimitLog,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.limit = limit
        self.site = site
        self.pause = pause
        self.limits = limits
        self.sleep = sleep
    }

    /// Addresses and sites of which sign-ins are counted.
    var addresses: Int { state.withLockedValue { $0.running.count } }

    /// Checks a sign-in, if its address has not too many under way.
    ///
    /// - Parameters:
    ///   - entry: What it says of itself.
    ///   - isDoubtful: Whether many sign-ins of its address have failed; all others have room.
    ///   - check: Checks it; what it returns is remembered as right.
    /// - Returns: What the check returns.
    /// - Throws: ``ConsoleError`` `tooManyRequests` if there are too many; what the check throws.
    func run<Value>(
        _ entry: PasswordEntry, isDoubtful: Bool, _ check: () async throws -> Value
    ) async throws -> Value {
        let isCounted = isDoubtful ? try await enter(entry) : false
        defer { if isCounted { leave(entry) } }
        do {
            let value = try await check()
            remember(entry)
            return value
        } catch let error as ConsoleError where [.tooManyRequests, .unavailable].contains(error.code) {
            // Refused further in, which costs more: its place is taken for as long.
            try await sleepForAWhile()
            throw error
        }
    }

    /// - Returns: Whether it has to leave.
    private func enter(_ entry: PasswordEntry) async throws -> Bool {
        let hasRoom = state.withLockedValue { state -> Bool? in
            if state.known.contains(entry) { return nil }
            let isFull = entry.places.contains { place in
                state.running[place, default: 0] >= (place == entry.address ? limit : site.limit(limit))
            }
            guard !isFull else { return false }
            for place in entry.places { state.running[place, default: 0] += 1 }
            return true
        }
        guard hasRoom == false else { return hasRoom == true }
        limits.note("Passwords were refused, since too many of one sender wait (passwords.share)", from: entry.address)
        try await sleepForAWhile()
        throw ConsoleError(
            .tooManyRequests, "Too many passwords from here wait to be checked; try again.",
            headers: ["Retry-After": "1"])
    }

    /// Waits as long as a refusal takes: a quarter more or less, so that those who were refused together do not come back
    /// together.
    private func sleepForAWhile() async throws {
        let number = state.withLockedValue { state in
            state.refusals &+= 1
            return state.refusals
        }
        // Steps of the golden ratio fall evenly between 0 and 1.
        let place = (Double(number) * 0.618_034).truncatingRemainder(dividingBy: 1)
        try await sleep(pause * (0.75 + place / 2))
    }

    private func leave(_ entry: PasswordEntry) {
        state.withLockedValue { state in
            for place in entry.places {
                let left = (state.running[place] ?? 0) - 1
                state.running[place] = left > 0 ? left : nil
            }
        }
    }

    private func remember(_ entry: PasswordEntry) {
        state.withLockedValue { state in
            if state.known.count >= Self.memory { state.known.removeAll(keepingCapacity: true) }
            state.known.insert(entry)
        }
    }
}

/// A sign-in as it was sent.
package struct PasswordEntry: Hashable, Sendable {
    /// How many characters of a name are compared.
    private static let nameLength = 100

    /// Under what the client's address is counted.
    let address: String
    /// Under what its site is counted, if it has one.
    let site: String?
    /// The group it names.
    private let groupID: Int64
    /// Name in lower case.
    private let name: String

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - address: Address of the client.
    ///   - username: The name, letter case ignored.
    ///   - groupID: The group that it signs in to.
    package init(address: String, username: String, in groupID: Int64) {
        let network = ClientNetwork(of: address)
        self.address = network.address
        site = network.site
        self.groupID = groupID
        name = String(username.prefix(Self.nameLength)).lowercased()
    }

    /// What it is counted under.
    fileprivate var places: [String] { [address] + [site].compactMap(\.self) }
}
