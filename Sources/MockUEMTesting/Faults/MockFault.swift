/// A fault: which requests, what goes wrong, and how often (Faults).
public struct MockFault: Sendable, Hashable, Decodable, Identifiable {
    /// Its id.
    public let id: Int64
    /// Its name, which the journal and the header `x-mockuem-fault` have in place of the id.
    public let name: String?
    /// `active`, `spent` or `expired`.
    public let state: String
    /// Requests it means, so far.
    public let seen: Int
    /// Requests it acted on, so far.
    public let hits: Int
}

/// How often a fault acts on the requests it means.
public struct FaultSchedule: Sendable, Hashable {
    /// As the console reads it.
    let members: [String: JSONValue]

    /// On each.
    public static let always = FaultSchedule(members: [:])

    /// On the next ones only.
    ///
    /// - Parameters:
    ///   - count: On how many.
    ///   - skipping: How many are let through first.
    /// - Returns: The schedule.
    public static func times(_ count: Int, skipping: Int = 0) -> FaultSchedule {
        FaultSchedule(members: ["times": .integer(Int64(count)), "skip": .integer(Int64(skipping))])
    }

    /// On so many of a hundred.
    ///
    /// - Parameters:
    ///   - share: How many of a hundred.
    ///   - seed: Chooses which; with the same seed the same ones.
    ///   - longestRow: The most one after the other.
    /// - Returns: The schedule.
    public static func percentage(_ share: Double, seed: Int? = nil, longestRow: Int? = nil) -> FaultSchedule {
        var members: [String: JSONValue] = ["percentage": .number(share)]
        members["seed"] = seed.map { .integer(Int64($0)) }
        members["longestRow"] = longestRow.map { .integer(Int64($0)) }
        return FaultSchedule(members: members)
    }
}

/// Faults by the names a tester thinks in (Faults, "Presets").
public enum FaultPreset: String, Sendable, CaseIterable {
    /// The console cannot be reached.
    case consoleDown = "console down"
    /// A bad mobile network.
    case slowNetwork = "slow network"
    /// The network of a hotel that wants a sign-in first.
    case captivePortal = "captive portal"
    /// A proxy answers while the console is maintained.
    case maintenancePage = "maintenance page"
    /// The SDK profile arrives damaged.
    case profileUnreadable = "profile unreadable"
    /// An administrator has ended the session of the app.
    case sessionRevoked = "session revoked"
}

extension MockSurface {
    /// Lets requests fail.
    ///
    /// ```swift
    /// try await mock.fault(.status(503), on: .post("/deviceservices/**"), .times(1))
    /// try await mock.fault(.drop, on: .any, .percentage(20, seed: 7, longestRow: 3))
    /// ```
    ///
    /// - Parameters:
    ///   - action: What goes wrong.
    ///   - match: With which requests.
    ///   - schedule: How often.
    ///   - name: What the journal calls it.
    /// - Returns: The fault, which ``removeFault(_:)`` takes away.
    /// - Throws: ``MockUEMError`` if the console refuses.
    @discardableResult
    public func fault(
        _ action: FaultAction, on match: RequestMatch = .any, _ schedule: FaultSchedule = .always, name: String? = nil
    ) async throws -> MockFault {
        try await fault(["action": action.json], match, schedule, name)
    }

    /// Lets requests fail as a preset says.
    ///
    /// ```swift
    /// try await mock.fault(.consoleDown)
    /// ```
    ///
    /// - Parameters:
    ///   - preset: What goes wrong, and with which requests.
    ///   - match: Of those, with which.
    ///   - schedule: How often.
    ///   - name: What the journal calls it.
    /// - Returns: The fault.
    /// - Throws: ``MockUEMError`` if the console refuses.
    @discardableResult
    public func fault(
        _ preset: FaultPreset, on match: RequestMatch = .any, _ schedule: FaultSchedule = .always, name: String? = nil
    ) async throws -> MockFault {
        try await fault(["preset": .string(preset.rawValue)], match, schedule, name)
    }

    private func fault(
        _ what: [String: JSONValue], _ match: RequestMatch, _ schedule: FaultSchedule, _ name: String?
    ) async throws -> MockFault {
        var body = what.merging(schedule.members) { $1 }
        body["match"] = match.json
        body["name"] = name.map(JSONValue.string)
        return try await client.value(MockFault.self, "POST", "/_mock/faults", .object(body))
    }

    /// Lets requests fail for the time of a closure.
    ///
    /// ```swift
    /// try await mock.withFault(.status(503)) { try await app.refresh() }
    /// ```
    ///
    /// - Parameters:
    ///   - action: What goes wrong.
    ///   - match: With which requests.
    ///   - isolation: Where the closure runs: with the caller.
    ///   - body: What is done meanwhile.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; ``MockUEMError`` if the console refuses.
    @discardableResult
    public func withFault<Value>(
        _ action: FaultAction, on match: RequestMatch = .any, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        let fault = try await fault(action, on: match)
        return try await BackgroundWork.after(body) { try await removeFault(fault) }
    }

    /// A fault as it stands: how many requests it has seen and acted on.
    public func fault(_ id: Int64) async throws -> MockFault {
        try await client.value(MockFault.self, "GET", "/_mock/faults/\(id)")
    }

    /// The faults there are, the latest first.
    public func faults() async throws -> [MockFault] {
        try await client.value(FaultPage.self, "GET", "/_mock/faults").items
    }

    /// Takes a fault away.
    public func removeFault(_ fault: MockFault) async throws { try await call("DELETE", "/_mock/faults/\(fault.id)") }

    /// Takes all faults away.
    public func removeFaults() async throws { try await call("DELETE", "/_mock/faults") }
}

/// A page of faults.
private struct FaultPage: Decodable {
    let items: [MockFault]
}
