import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A command as `/_mock` shows it (AdminAPI, "Commands").
struct CommandBody: Encodable, Sendable {
    /// The content of the acknowledgement.
    struct Result: Encodable, Sendable {
        let status: String
        let sampleTime: String?
        let profileList: PropertyListJSON?
        let certificateList: PropertyListJSON?
        /// Other content of the acknowledgement, such as the answer to a query.
        let response: PropertyListJSON?
    }

    let id: Int64?
    /// `CommandUUID`.
    let uuid: String
    let requestType: String
    /// The subject that the app itself asked to query.
    let requery: String?
    let status: String
    let deliveries: Int64
    let createdAt: Timestamp
    let expiresAt: Timestamp?
    let deliveredAt: Timestamp?
    let answeredAt: Timestamp?
    let finishedAt: Timestamp?
    let device: String?
    let bundleId: String?
    let user: String?
    let group: String?
    /// The settings beside `RequestType`; left out of lists if they are large.
    private(set) var settings: PropertyListJSON?
    /// Bytes of the command as it is kept.
    let commandBytes: Int
    /// The client's answer; left out of lists if it is large.
    let result: Result?
    /// Bytes of the result as it is kept.
    let resultBytes: Int?
    /// Why a command with the status `error` failed.
    let error: String?
    /// Whether it could be pushed when it was queued.
    let push: PushVerdictBody?
    /// Where the requests are found that changed it.
    let journal: String?

    /// The body for a command of a list.
    init(_ row: RecordRow<CommandEntry>) throws {
        try self.init(row.record, row.origin)
    }

    /// The body for a command alone.
    init(_ row: RecordRow<CommandRecord>) throws {
        try self.init(CommandEntry(row.record), row.origin)
    }

    /// The body for a command that was just queued.
    init(_ record: CommandRecord, for target: CommandTarget) throws {
        let origin = RecordOrigin(
            device: target.device.value, bundle: target.bundle.value, user: nil, group: nil)
        try self.init(CommandEntry(record), origin)
    }

    private init(_ entry: CommandEntry, _ origin: RecordOrigin) throws {
        let record = entry.record
        id = record.id
        journal = JournalLink.path("commands", record.id)
        uuid = record.uuid
        (requestType, requery) = (record.requestType, record.requery)
        status = record.status.rawValue
        deliveries = record.deliveries
        createdAt = record.createdAt
        expiresAt = record.expiresAt
        deliveredAt = record.deliveredAt
        (answeredAt, finishedAt) = (record.answeredAt, record.finishedAt)
        device = origin.device
        bundleId = origin.bundle
        user = origin.user
        group = origin.group
        settings = try Self.settings(record.command)
        commandBytes = entry.commandBytes
        let fields = try record.result.map { try PropertyListValue(parsing: $0) }
        let answer = fields?["Status"]?.integerValue.flatMap { CommandStatus(rawValue: Int($0)) }
        result = fields.map { fields in
            Result(
                status: answer.map { "\($0)" } ?? "", sampleTime: fields["SampleTime"]?.stringValue,
                profileList: fields["ProfileList"].map(PropertyListJSON.init),
                certificateList: fields["CertificateList"].map(PropertyListJSON.init),
                response: fields["Response"].map(PropertyListJSON.init))
        }
        resultBytes = entry.resultBytes
        error = record.status == .error ? Self.reason(answer) : nil
        push = record.push.map(PushVerdictBody.init)
    }

    /// The body as a role may see it: a profile may hold secrets, which are only for administrators who may change
    /// profiles.
    func shown(to administrator: AdministratorIdentity) -> CommandBody {
        guard !administrator.role.permits(AdminPermission(area: .profiles, access: .write)),
            case .dictionary(var members)? = settings?.value, members["Payload"] != nil
        else { return self }
        members["Payload"] = .string(ProfilePayload.hidden)
        var body = self
        body.settings = PropertyListJSON(.dictionary(members))
        return body
    }

    private static func settings(_ command: Data) throws -> PropertyListJSON? {
        guard !command.isEmpty, case .dictionary(var members) = try PropertyListValue(parsing: command) else {
            return nil
        }
        members["RequestType"] = nil
        return PropertyListJSON(.dictionary(members))
    }

    private static func reason(_ status: CommandStatus?) -> String {
        switch status {
        case .commandFormatError: "The client could not read the command (status 3)."
        case .unknown: "The client answered with a status that means nothing (status 0)."
        default: "The client could not carry the command out (status 2)."
        }
    }
}

/// The queued commands.
struct QueuedCommandsBody: Encodable, Sendable {
    /// How many commands.
    let queued: Int
    /// Them; left out when many were asked for.
    let commands: [CommandBody]?
    /// How many could be pushed, and how many not, by what stands in the way.
    let push: [String: Int]
    /// Why a real console would not send them; empty if it would.
    let warnings: [String]
}

extension RecordMockController where Record == CommandEntry, Body == CommandBody {
    /// Commands, read back: `/_mock/commands`, which also takes `status`, `requestType` and `requery`.
    static func commands(_ archive: RecordArchive<CommandEntry>, pageLimit: Int) -> Self {
        Self(
            name: "commands", archive: archive, pageLimit: pageLimit, textColumns: ["requestType", "uuid"],
            parameters: ["status", "requestType", "requery"],
            narrow: { query, parameters in
                if let text = parameters.value("status") {
                    let known = CommandRecord.Status.allCases
                    guard let status = known.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
                        let words = known.map(\.rawValue).joined(separator: ", ")
                        throw ConsoleError(
                            .badRequest, "status is \"\(text.prefix(40))\"; it has to be one of \(words).")
                    }
                    query.match("status", status.rawValue)
                }
                if let type = parameters.value("requestType") { query.match("requestType", type) }
                if let subject = parameters.value("requery") {
                    guard let known = RequerySubject(rawValue: subject.lowercased()) else {
                        let words = RequerySubject.allCases.map(\.rawValue).joined(separator: ", ")
                        throw ConsoleError(
                            .badRequest, "requery is \"\(subject.prefix(40))\"; it has to be one of \(words).")
                    }
                    query.match("requery", known.rawValue)
                }
            }, body: CommandBody.init, redact: { $0.shown(to: $1) })
    }
}
