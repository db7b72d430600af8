/// The result of a run of the start sequence (ClientSequence, section 2).
public struct LaunchOutcome: Sendable {
    /// The results that the app got when its initial checks had finished, in order; nil for "no error".
    public internal(set) var reports: [ClientFailure?] = []
    /// The calls, in the order they began.
    public internal(set) var calls: [SimulatedCall] = []
    /// The requests, with their targets.
    public internal(set) var requests: [SentRequest] = []
    /// Problems that did not stop it.
    public internal(set) var overlooked: [ClientFailure] = []
    /// Calls the console answered 404, which a client can do without.
    public internal(set) var notServed: Set<SimulatedCall> = []
    /// The prompts for the user, in order; a wrong answer is prompted again.
    public internal(set) var prompts: [UserPrompt] = []
    /// How often the sequence began again.
    public internal(set) var restarts = 0
    /// Whether everything was wiped.
    public internal(set) var didWipe = false
    /// Whether the local store was reset because nobody had its key.
    public internal(set) var didLoseData = false
    /// Whether the app waits because its profile forbids to be offline.
    public internal(set) var isBlockedOffline = false
    /// Whether a request was broken off on purpose.
    public internal(set) var hasDropped = false

    /// The last error that the app got; nil if all is well.
    public var error: ClientFailure? { reports.last ?? nil }

    /// The number of that error (section 2.1); nil if all is well.
    public var setupErrorCode: Int? { error?.name.setupCode }

    /// Everything that went wrong.
    public var failures: [ClientFailure] { reports.compactMap { $0 } + overlooked }

    mutating func overlook(_ error: any Error) {
        overlooked.append(ClientFailure(wrapping: error))
    }
}

extension ClientFailure {
    /// The failure an error is, or stands for.
    init(wrapping error: any Error) {
        self = error as? ClientFailure ?? ClientFailure(.unexpectedResponse, "\(error)")
    }

    /// An error of the setup, with what led to it.
    init(_ name: Name, because error: any Error) {
        self.init(name, "\(error)")
    }
}
