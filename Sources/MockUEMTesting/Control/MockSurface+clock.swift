public import Foundation

/// The clock of an organization group (Clocks).
public struct MockClock: Sendable {
    /// Code of the group, or of the sandbox.
    public let group: String
    private let client: ControlClient

    init(_ group: String, _ client: ControlClient) {
        self.group = group
        self.client = client
    }

    private var path: String { "/_mock/clocks/\(ControlClient.escaped(group))" }

    /// What it shows.
    public var now: Date {
        get async throws { try await Self.time(client.json("GET", path)) }
    }

    /// Stops it, at a time or at what it shows.
    ///
    /// - Returns: What it shows.
    @discardableResult
    public func freeze(at time: Date? = nil) async throws -> Date {
        try await change(["frozen": time.map { .string($0.wireText) } ?? true])
    }

    /// Sets it to a time, from which it runs on.
    ///
    /// - Returns: What it shows.
    @discardableResult
    public func set(to time: Date) async throws -> Date { try await change(["set": .string(time.wireText)]) }

    /// Lets it run ahead of the machine, or behind it.
    ///
    /// - Returns: What it shows.
    @discardableResult
    public func offset(by duration: Duration) async throws -> Date {
        try await change(["offsetSeconds": .number(duration / .seconds(1))])
    }

    /// Moves it on, and does what falls due meanwhile.
    ///
    /// - Returns: The console's answer, whose `due` lists that.
    @discardableResult
    public func advance(by duration: Duration) async throws -> JSONValue {
        try await client.json("POST", "\(path)/advance", ["seconds": .number(duration / .seconds(1))])
    }

    /// Gives the group the time of the group above again.
    public func reset() async throws { _ = try await client.json("DELETE", path) }

    private func change(_ body: JSONValue) async throws -> Date { try Self.time(await client.json("PUT", path, body)) }

    private static func time(_ answer: JSONValue) throws -> Date {
        guard let date = answer["now"]?.string.flatMap(Date.init(wireText:)) else {
            throw MockUEMError("The clock answered no time: \(answer)")
        }
        return date
    }
}

extension MockSurface {
    /// The clock of the group that apps name; of a sandbox its own.
    ///
    /// ```swift
    /// try await mock.clock.advance(by: .seconds(24 * 60 * 60))
    /// ```
    public var clock: MockClock { clock(of: access.groupId) }

    /// The clock of an organization group, by its code.
    public func clock(of group: String) -> MockClock { MockClock(group, client) }
}
