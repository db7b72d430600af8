import ConsolePlatform
import DeviceProtocol

/// How many may wait, and how long (Configuration, "Journal").
package struct WaitRules: Sendable {
    /// Seconds of a wait that says nothing of its time.
    private static let usualSeconds = 10

    /// The most waits of the administrators of one customer at a time.
    let perCustomer: Int
    /// The most seconds of a wait.
    let seconds: Int

    /// Made of its parts.
    package init(perCustomer: Int, seconds: Int) {
        self.perCustomer = perCustomer
        self.seconds = seconds
    }

    /// How long somebody wants to wait.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if that is no time, or longer than allowed.
    func timeout(_ value: JSONValue?) throws -> Duration {
        guard let value else { return .seconds(min(Self.usualSeconds, seconds)) }
        guard case .number(let text) = value, let wanted = Double(text), (0...Double(seconds)).contains(wanted) else {
            throw ConsoleError(
                .badRequest, "timeoutSeconds has to be a number of seconds from 0 to \(seconds) (waits.seconds).")
        }
        return .milliseconds(Int64(wanted * 1000))
    }
}
