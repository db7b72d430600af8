package import ConsolePlatform
import NIOConcurrencyHelpers

/// Somebody who tries to sign in: from where, and as whom.
struct SignInAttempt: Hashable, Sendable {
    /// What kind of thing signs in; the event log files failures under it.
    enum Kind: String, Sendable {
        case administrator, oauthClient, accessToken
    }

    /// The most characters of a name that are told apart.
    private static let nameLength = 100

    /// Address of the client, without its port.
    let address: String
    let kind: Kind
    /// Name in lower case; for a token, something it can be told apart by.
    let name: String

    /// An attempt as a name, letter case ignored, and what follows a NUL, as the database does.
    init(address: String, kind: Kind, name: String) {
        self.address = address
        self.kind = kind
        let known = String(name.unicodeScalars.prefix { $0.value != 0 })
        self.name = String(known.prefix(Self.nameLength)).lowercased()
    }
}

/// Refuses sign-ins after too many failures in a while (AdminAPI, "Throttling").
///
/// Failures are counted for each pair of address and name, and for each address in all, so that many names cannot be
/// tried with one password. Only in memory: a start forgets them.
package final class SignInThrottle: Sendable {
    /// How many more failures an address has than one name from it.
    static let addressFactor = 10

    private struct State {
        var attempts: CountedWindows<SignInAttempt>
        var addresses: CountedWindows<String>
        /// Names whose failure was told.
        var told: CountedWindows<String>
    }

    private let limit: Int
    private let clock: ConsoleClock
    private let state: NIOLockedValueBox<State>

    /// A throttle.
    ///
    /// - Parameters:
    ///   - limit: Failures of one name from one address; 0 refuses nobody.
    ///   - seconds: How long they count, from the first one on.
    ///   - clock: Asked for the console's own time.
    package init(limit: Int, seconds: Int64, clock: ConsoleClock) {
        self.limit = limit
        self.clock = clock
        state = NIOLockedValueBox(
            State(
                attempts: CountedWindows(seconds: seconds), addresses: CountedWindows(seconds: seconds),
                told: CountedWindows(seconds: seconds)))
    }

    /// Lets an attempt through, or not.
    ///
    /// - Throws: ``ConsoleError`` `tooManyRequests` with `Retry-After`, right credentials or not: who is refused learns
    ///   nothing of them.
    func admit(_ attempt: SignInAttempt) throws {
        guard limit > 0 else { return }
        let now = clock.now(in: nil)
        let wait = state.withLockedValue { state in
            max(
                state.attempts.secondsLeft(attempt, reaching: limit, at: now),
                state.addresses.secondsLeft(attempt.address, reaching: limit * Self.addressFactor, at: now))
        }
        guard wait > 0 else { return }
        throw ConsoleError(
            .tooManyRequests, "Too many sign-ins failed; try again in \(wait) seconds.",
            headers: ["Retry-After": "\(wait)"])
    }

    /// Counts a failure.
    ///
    /// - Returns: Whether it is the first of this name, from any address, for a while; the first of any token.
    func failed(_ attempt: SignInAttempt) -> Bool {
        let now = clock.now(in: nil)
        let name = attempt.kind == .accessToken ? "" : attempt.name
        return state.withLockedValue { state in
            if limit > 0 {
                state.attempts.add(attempt, at: now)
                state.addresses.add(attempt.address, at: now)
            }
            return state.told.add("\(attempt.kind.rawValue) \(name)", at: now) == 1
        }
    }

    /// Forgets the failures of an address and name that has signed in; those of the address in all stay.
    func succeeded(_ attempt: SignInAttempt) {
        guard limit > 0 else { return }
        state.withLockedValue { $0.attempts.forget(attempt) }
    }
}

/// Counts by key, each of which begins anew some time after its first.
struct CountedWindows<Key: Hashable & Sendable>: Sendable {
    private struct Window {
        let start: Timestamp
        var count: Int
    }

    /// How long a count lasts.
    let seconds: Int64
    /// The most keys that are kept.
    var capacity = 10_000
    private var windows: [Key: Window] = [:]

    init(seconds: Int64, capacity: Int = 10_000) {
        self.seconds = seconds
        self.capacity = capacity
    }

    /// How many keys are kept.
    var keys: Int { windows.count }

    /// Adds one to the count of a key.
    ///
    /// - Returns: The count.
    @discardableResult
    mutating func add(_ key: Key, at now: Timestamp) -> Int {
        if let window = windows[key], isOpen(window, at: now) {
            windows[key] = Window(start: window.start, count: window.count + 1)
            return window.count + 1
        }
        if windows.count >= capacity { makeRoom(at: now) }
        windows[key] = Window(start: now, count: 1)
        return 1
    }

    /// Seconds until the count of a key begins anew, rounded up; 0 unless it has reached a limit.
    func secondsLeft(_ key: Key, reaching limit: Int, at now: Timestamp) -> Int64 {
        guard let window = windows[key], window.count >= limit, isOpen(window, at: now) else { return 0 }
        return (end(of: window) - now.milliseconds + 999) / 1000
    }

    /// Forgets the count of a key.
    mutating func forget(_ key: Key) { windows[key] = nil }

    private func end(of window: Window) -> Int64 { window.start.adding(seconds: seconds).milliseconds }

    /// A clock that was set back closes windows, lest they stay open for long.
    private func isOpen(_ window: Window, at now: Timestamp) -> Bool {
        window.start <= now && now.milliseconds < end(of: window)
    }

    /// Drops what is over, and if that is not enough the oldest tenth.
    private mutating func makeRoom(at now: Timestamp) {
        windows = windows.filter { isOpen($0.value, at: now) }
        guard windows.count >= capacity else { return }
        for (key, _) in windows.sorted(by: { $0.value.start < $1.value.start }).prefix(max(1, capacity / 10)) {
            windows[key] = nil
        }
    }
}
