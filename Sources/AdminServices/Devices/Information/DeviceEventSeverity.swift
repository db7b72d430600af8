import ConsoleModel
import ConsolePlatform

/// How much an entry of a device's event log matters (AdminDeviceDetails, "Event log").
enum DeviceEventSeverity: String, CaseIterable, Sendable {
    case emergency = "Emergency"
    case alert = "Alert"
    case critical = "Critical"
    case error = "Error"
    case warning = "Warning"
    case notice = "Notice"
    case information = "Information"
    case debug = "Debug"

    private static let severities: [EventAction: DeviceEventSeverity] = [
        .deviceWipeOrdered: .critical,
        .deviceBlocked: .warning, .deviceComplianceChanged: .warning, .deviceCompromisedChanged: .warning,
        .deviceDeleted: .notice, .deviceEnterpriseWipeOrdered: .warning, .deviceUnenrolled: .notice,
        .deviceUserChanged: .notice,
    ]

    /// The severity of something that was done; information unless it is more.
    ///
    /// - Parameter action: The action in the event log.
    init(action: String) { self = EventAction(rawValue: action).flatMap { Self.severities[$0] } ?? .information }

    /// The severity of a word in any letter case.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(word: String) throws {
        guard let severity = Self.allCases.first(where: { DeviceWords.areSame($0.rawValue, word) }) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleError(.badRequest, "severity is \"\(word.prefix(40))\"; it has to be one of \(words).")
        }
        self = severity
    }

    /// The condition on `action` that holds for events of this severity.
    var condition: String {
        func list(_ actions: some Sequence<EventAction>) -> String {
            "(\(actions.map(\.rawValue).sorted().map { "'\($0)'" }.joined(separator: ", ")))"
        }
        let actions = Self.severities.filter { $0.value == self }.keys
        return self == .information ? "action NOT IN \(list(Self.severities.keys))" : "action IN \(list(actions))"
    }
}
