import NIOConcurrencyHelpers

/// Counts what a fleet does, while it does it.
final class SimulationTally: Sendable {
    /// The figures of one call.
    struct CallCount: Sendable {
        var sent = 0
        var failed = 0
        var notServed = 0
        var seconds: [Double] = []
    }

    /// A kind of error: how often, and one of them.
    struct ErrorCount: Hashable, Sendable {
        var count = 0
        let example: String
    }

    /// The counts so far.
    struct Counts: Sendable {
        var calls: [SimulatedCall: CallCount] = [:]
        var errors: [String: ErrorCount] = [:]
        var prompts: [UserPrompt: Int] = [:]
        var ramped = 0
        var launched = 0
        var steps = 0
        var requests = 0
        var dropped = 0
        var duplicates = 0
        var consequences = 0
        var bytesSent = 0
        var bytesReceived = 0

        /// How many errors there were of all kinds.
        var errorCount: Int { errors.values.reduce(0) { $0 + $1.count } }
    }

    private let box = NIOLockedValueBox(Counts())

    /// The counts so far.
    var counts: Counts { box.withLockedValue { $0 } }

    /// Counts a request.
    func note(_ exchange: Exchange) {
        box.withLockedValue { counts in
            counts.requests += 1
            counts.bytesSent += exchange.bytes.sent
            counts.bytesReceived += exchange.bytes.received
            if exchange.isDuplicate { counts.duplicates += 1 }
            var call = counts.calls.removeValue(forKey: exchange.call) ?? CallCount()
            call.sent += 1
            switch exchange.ending {
            case .dropped: counts.dropped += 1
            case .failed: call.failed += 1
            case .answered(let status):
                call.seconds.append(exchange.seconds)
                if status == 404 { call.notServed += 1 }
                if status >= 400, status != 404 { call.failed += 1 }
                // The answer must be right even if it is not used.
                if exchange.isDuplicate, status >= 500 { counts.add("HTTP \(status)", "\(exchange.call)") }
            }
            counts.calls[exchange.call] = call
        }
    }

    /// Counts what went wrong in a step.
    func note(_ failures: [ClientFailure], of action: SimulationAction) {
        box.withLockedValue { counts in
            for failure in failures { counts.add("\(failure.name.rawValue) at \(action)", failure.reason) }
        }
    }

    /// Counts what users were asked for.
    func note(_ prompts: [UserPrompt]) {
        box.withLockedValue { counts in
            for prompt in prompts { counts.prompts[prompt, default: 0] += 1 }
        }
    }

    /// Counts failures that follow from a connection broken on purpose.
    func noteConsequences(_ count: Int) {
        box.withLockedValue { $0.consequences += count }
    }

    /// Counts a first launch that is over, whatever its result.
    func noteLaunch(isSuccess: Bool) {
        box.withLockedValue { counts in
            counts.ramped += 1
            if isSuccess { counts.launched += 1 }
        }
    }

    /// Counts a step that is done.
    func noteStep() {
        box.withLockedValue { $0.steps += 1 }
    }
}

extension SimulationTally.Counts {
    fileprivate mutating func add(_ kind: String, _ example: String) {
        errors[kind, default: SimulationTally.ErrorCount(example: example)].count += 1
    }
}
