import ConsolePlatform
import DeviceProtocol
import Foundation

/// A command an administrator asks for, checked (AdminAPI, "Commands").
struct CommandOrder: Sendable {
    /// Minutes a command may wait: ten years.
    private static let lifetimes = 1...5_256_000
    /// Seconds of closer logging; clients take a negative number as half an hour.
    private static let logPeriods = -1...31_536_000
    /// Members every order may have.
    static let members: Set<String> = [
        "requestType", "settings", "expiresInMinutes", "profile", "payload", "logLevel", "logPeriodSeconds", "logType",
    ]

    /// `RequestType`.
    let requestType: String
    /// The settings beside it.
    var settings: [String: PropertyListValue] = [:]
    /// Name or uuid of the SDK profile that becomes `Payload`, rendered for each app.
    private(set) var profile: String?
    /// Which logs `UploadLogs` asks for; nil for all.
    private(set) var logType: LogType?
    /// Minutes until it expires; nil for what the group says.
    let lifetimeMinutes: Int?

    /// Reads an order.
    ///
    /// - Parameters:
    ///   - object: The JSON object.
    ///   - others: Members, beside its own, that are read elsewhere.
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence that names the member.
    init(_ object: JSONObjectReader, beside others: Set<String>) throws {
        let known = Self.members.union(others)
        if let unknown = object.names.first(where: { !known.contains($0) }) {
            throw ConsoleError(
                .badRequest, "There is no member \(unknown.prefix(60)), only \(known.sorted().joined(separator: ", "))."
            )
        }
        do {
            requestType = try object.requiredText("requestType")
            lifetimeMinutes = try object.integer("expiresInMinutes")
        } catch {
            throw ConsoleError(.badRequest, "The command cannot be read: \(error).")
        }
        guard (1...255).contains(requestType.unicodeScalars.count),
            requestType.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw ConsoleError(.badRequest, "requestType has to have 1 to 255 characters, none a control character.")
        }
        if let lifetimeMinutes, !Self.lifetimes.contains(lifetimeMinutes) {
            throw ConsoleError(
                .badRequest,
                "expiresInMinutes has to be from \(Self.lifetimes.lowerBound) to \(Self.lifetimes.upperBound).")
        }
        try readSettings(object)
        try readExtras(object)
    }

    /// Settings, with the types they are written in.
    private mutating func readSettings(_ object: JSONObjectReader) throws {
        guard let json = object.value("settings") else { return }
        let value: PropertyListValue
        do {
            value = try PropertyListValue(json: json, field: "settings")
        } catch {
            throw ConsoleError(.badRequest, "The settings cannot be sent: \(error).")
        }
        guard case .dictionary(let members) = value else {
            throw ConsoleError(.badRequest, "settings has to be an object.")
        }
        guard members["RequestType"] == nil else {
            throw ConsoleError(.badRequest, "settings must not have RequestType; say requestType instead.")
        }
        settings = members
    }

    /// The requirements of the types that clients know.
    private mutating func readExtras(_ object: JSONObjectReader) throws {
        let type = CommandType(rawValue: requestType)
        for (member, owner) in [
            ("profile", CommandType.installProfile), ("payload", .installProfile), ("logLevel", .uploadLogs),
            ("logPeriodSeconds", .uploadLogs), ("logType", .uploadLogs),
        ] where owner != type && object.value(member) != nil {
            throw ConsoleError(
                .badRequest, "\(member) goes with \(owner.rawValue) only; what other commands need goes into settings.")
        }
        switch type {
        case .installProfile: try readProfile(object)
        case .uploadLogs: try readLogging(object)
        case .requestProfiles, .lock, nil: break
        }
    }

    private mutating func readProfile(_ object: JSONObjectReader) throws {
        do { profile = try object.text("profile") } catch { throw ConsoleError(.badRequest, "\(error).") }
        guard let json = object.value("payload") else {
            guard profile != nil || settings["Payload"] != nil else {
                throw ConsoleError(
                    .badRequest,
                    "InstallProfile needs profile, the name or uuid of an SDK profile, or payload, a property list in base64."
                )
            }
            return try checkPayload()
        }
        guard case .string(let text) = json,
            let data = Data(base64Encoded: String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self))
        else { throw ConsoleError(.badRequest, "payload has to be a property list in base64.") }
        guard settings.updateValue(.data(data), forKey: "Payload") == nil else {
            throw ConsoleError(.badRequest, "payload and settings.Payload say the same thing; give one of them.")
        }
        try checkPayload()
    }

    /// A client refuses a `Payload` that is no profile; one to test that with goes as a command of another type.
    private func checkPayload() throws {
        guard let payload = settings["Payload"] else { return }
        guard profile == nil else {
            throw ConsoleError(.badRequest, "Give profile or payload, not both.")
        }
        guard case .data(let data) = payload, case .dictionary? = try? PropertyListValue(parsing: data) else {
            throw ConsoleError(
                .badRequest, "The payload of InstallProfile has to be an XML or binary property list with a dictionary."
            )
        }
    }

    private mutating func readLogging(_ object: JSONObjectReader) throws {
        guard let level = object.value("logLevel"), object.value("logPeriodSeconds") != nil else {
            throw ConsoleError(
                .badRequest,
                "UploadLogs needs logLevel, a word or a number from -1 to 3, and logPeriodSeconds, 0 for now.")
        }
        let words = LogLevel.allCases.map { "\($0)" }
        let known: LogLevel? =
            switch level {
            case .number(let text): Int(text).flatMap(LogLevel.init)
            case .string(let text): LogLevel.allCases.first { "\($0)" == text.lowercased() }
            default: nil
            }
        guard let known else {
            throw ConsoleError(
                .badRequest, "logLevel has to be one of \(words.joined(separator: ", ")), or a number from -1 to 3.")
        }
        guard let period = try? object.integer("logPeriodSeconds"), Self.logPeriods.contains(period) else {
            throw ConsoleError(
                .badRequest,
                "logPeriodSeconds has to be a number from \(Self.logPeriods.lowerBound) to \(Self.logPeriods.upperBound)."
            )
        }
        settings["LogLevel"] = .integer(Int64(known.rawValue))
        settings["LogPeriod"] = .integer(Int64(period))
        try readLogType(object)
    }

    /// Which logs are asked for: `all`, or the type of logs by word or number.
    private mutating func readLogType(_ object: JSONObjectReader) throws {
        guard let value = object.value("logType") else { return }
        switch value {
        case .string(let text) where text.lowercased() == "all": return
        case .string(let text): logType = LogType.allCases.first { "\($0)" == text.lowercased() }
        case .number(let text): logType = Int(text).flatMap(LogType.init)
        default: break
        }
        guard logType != nil else {
            let words = LogType.allCases.map { "\($0)" }.joined(separator: ", ")
            throw ConsoleError(.badRequest, "logType has to be one of all, \(words), or a number from 0 to 3.")
        }
    }
}
