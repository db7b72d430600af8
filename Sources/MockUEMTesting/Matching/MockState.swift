/// What requests lead to, to be waited for: `mock.wait(for: .enrollment(of: udid))`.
public struct MockState: Sendable, Hashable, CustomStringConvertible {
    /// As the console reads it.
    let json: JSONValue

    /// A device is enrolled, or is in another state, which is named as the console names it: `"enrolled"`.
    public static func enrollment(of device: String, is state: String = "enrolled") -> MockState {
        MockState(json: ["device": .string(device), "enrollment": .string(state)])
    }

    /// A command has come so far: `queued`, `delivered`, `acknowledged`, `error`, `notNow`, `dropped` or `expired`.
    ///
    /// - Parameters:
    ///   - command: Its id or uuid.
    ///   - status: Where it is to be.
    /// - Returns: The state.
    public static func command(_ command: String, is status: String = "acknowledged") -> MockState {
        MockState(json: ["command": .string(command), "status": .string(status)])
    }

    /// There are so many records: `"beacons"`, `"logs"`, `"analytics"` and so on (MockControl, "Wait").
    ///
    /// - Parameters:
    ///   - kind: What is kept.
    ///   - device: Of which device; of all without.
    ///   - count: How many there have to be.
    /// - Returns: The state.
    public static func records(_ kind: String, of device: String? = nil, atLeast count: Int = 1) -> MockState {
        var members: [String: JSONValue] = ["records": .string(kind), "atLeast": .integer(Int64(count))]
        members["device"] = device.map(JSONValue.string)
        return MockState(json: .object(members))
    }

    /// As the console reads it.
    public var description: String { json.description }
}
