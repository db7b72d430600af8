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

    private static let severities: [String: DeviceEventSeverity] = [
        "device.deviceWipeOrdered": .critical,
        "device.blocked": .warning, "device.complianceChanged": .warning, "device.compromisedChanged": .warning,
        "device.deleted": .notice, "device.enterpriseWipeOrdered": .warning, "device.unenrolled": .notice,
        "device.userChanged": .notice,
    ]

    /// The severity of something that was done; information unless it is more.
    init(action: String) { self = Self.severities[action] ?? .information }

    /// The severity of a word in any letter case.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(word: String) throws {
        let wanted = word.lowercased()
        guard let severity = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
            let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleError(.badRequest, "severity is \"\(word.prefix(40))\"; it has to be one of \(words).")
        }
        self = severity
    }

    /// The condition on `action` that holds for events of this severity.
    var condition: String {
        func list(_ actions: some Sequence<String>) -> String {
            "(\(actions.sorted().map { "'\($0)'" }.joined(separator: ", ")))"
        }
        let actions = Self.severities.filter { $0.value == self }.keys
        return self == .information ? "action NOT IN \(list(Self.severities.keys))" : "action IN \(list(actions))"
    }
}
