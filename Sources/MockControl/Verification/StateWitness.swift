import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Asks for states, as somebody with a subtree sees them.
struct StateWitness: Sendable {
    let devices: DeviceStore
    let sources: StateSources
    let subtree: Subtree

    /// What a state is.
    struct Finding: Sendable {
        /// Whether it is as expected.
        let hasPassed: Bool
        /// Whether it will not change any more.
        var isFinal = false
        /// How many rows there are; 1 or 0 for other states.
        var count: Int
        /// What there is, by name.
        var state: [String: String]?

        /// What is answered.
        var body: VerificationBody { VerificationBody(passed: hasPassed, count: count, state: state) }
    }

    /// Asks for a state.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for a command that is not there.
    func look(for expectation: StateExpectation) async throws -> Finding {
        switch expectation {
        case .enrollment(let device, let wanted):
            let status = try await enrollment(of: device)
            return finding(status == wanted, state: ["enrollment": status.name])
        case .command(let id, let wanted):
            let standing = try await sources.command(id, subtree)
            return finding(standing.status == wanted, isFinal: standing.isFinal, state: ["status": standing.status])
        case .records(let tally, let device, let least):
            var query = RecordQuery(in: subtree)
            if let device { query.match(device) }
            let count = try await tally.count(query)
            return Finding(hasPassed: count >= least, count: count)
        }
    }

    private func finding(_ hasPassed: Bool, isFinal: Bool = false, state: [String: String]) -> Finding {
        Finding(hasPassed: hasPassed, isFinal: isFinal, count: hasPassed ? 1 : 0, state: state)
    }

    /// How a device is enrolled; one of another subtree is as one that is not there.
    private func enrollment(of device: DeviceIdentifier) async throws -> EnrollmentStatus {
        guard let record = try await devices.find(device, in: subtree) else { return .deviceNotFound }
        return EnrollmentStatus(rawValue: record.enrollmentStatus) ?? .unknown
    }
}
