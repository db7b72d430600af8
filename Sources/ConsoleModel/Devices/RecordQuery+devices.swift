package import ConsolePlatform
package import DeviceProtocol
import GRDB

extension RecordQuery {
    /// Parameters of the list of devices beside those of the page.
    static let deviceParameters: Set<String> = [
        "bundleId", "user", "group", "status", "compliance", "compromised", "managed", "platform", "ownership", "model",
        "tag", "from", "to", "text", "ids",
    ]

    /// What a search for a text looks through; as the index has it, which is read instead of the rows.
    private static let deviceText = """
        lower(identifier || char(10) || friendlyName || char(10) || ifnull(model, '') || char(10) || ifnull(osVersion, '')
            || char(10) || ifnull(serialNumber, ''))
        """

    /// Devices of a subtree, narrowed by the parameters of a request; times are those of the last contact.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown parameter or an impossible value.
    package init(devices parameters: QueryParameters, in subtree: Subtree) throws {
        try parameters.require(only: Self.deviceParameters.union(["page", "pageSize"]))
        self.init(in: subtree)
        try narrowCommon(parameters, timeColumn: "lastSeenAt")
        if let text = parameters.value("bundleId") {
            let bundle = try Self.read(text, "bundleId", BundleIdentifier.self)
            add("record.id IN (SELECT deviceId FROM installation WHERE bundleId = ?)", [bundle.value])
        }
        if let status: EnrollmentStatus = try Self.state("status", parameters) {
            match("enrollmentStatus", status.rawValue)
        }
        if let status: ComplianceStatus = try Self.state("compliance", parameters) {
            match("complianceStatus", status.rawValue)
        }
        if let isManaged = try parameters.bool("managed") { match("isManaged", isManaged) }
        if let isCompromised = try parameters.bool("compromised") { match("isCompromised", isCompromised) }
        try narrowKind(parameters)
        if let text = parameters.value("text"), !text.isEmpty {
            search = (
                "SELECT id FROM device INDEXED BY deviceByText WHERE instr(\(Self.deviceText), lower(?)) > 0", text
            )
        }
    }

    /// Narrows by what a device is: platform, ownership, model and tag.
    private mutating func narrowKind(_ parameters: QueryParameters) throws {
        if let text = parameters.value("platform") {
            guard let platform = DevicePlatform(text) else { throw Self.wrong("platform", text, DevicePlatform.self) }
            match("platform", platform.rawValue)
        }
        if let text = parameters.value("ownership") {
            guard let ownership = DeviceOwnership(text) else {
                throw Self.wrong("ownership", text, DeviceOwnership.self)
            }
            match("ownership", ownership.rawValue)
        }
        if let text = parameters.value("model"), !text.isEmpty { add(text: text, in: ["model"]) }
        if let tag = parameters.value("tag") {
            add(
                "record.id IN (SELECT deviceId FROM deviceTag WHERE tagId IN (SELECT id FROM tag WHERE name = ?))",
                [tag])
        }
    }

    /// That a parameter is none of its words.
    private static func wrong<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ text: String, _: Word.Type
    ) -> ConsoleError {
        let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return ConsoleError(.badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be one of \(words).")
    }

    /// The state that a parameter names, by name or number.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter and its words.
    package static func state<State: NamedState>(_ name: String, _ parameters: QueryParameters) throws -> State? {
        guard let text = parameters.value(name), !text.isEmpty else { return nil }
        guard let state = State(name: text) ?? Int(text).flatMap(State.init(rawValue:)) else {
            let names = State.allCases.map(\.name).joined(separator: ", ")
            throw ConsoleError(
                .badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be one of \(names), or its number.")
        }
        return state
    }
}
