import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// An administrator's changes of a device; nil leaves a value as it is.
struct DeviceChange: Sendable {
    /// Members of the JSON object.
    static var names: Set<String> {
        DeviceInventory.names.union([
            "friendlyName", "ownership", "isManaged", "managedBy", "isSupervised", "enrollmentStatus",
            "complianceStatus", "tags", "group", "force",
        ])
    }
    /// The most tags of one device.
    static let maximumTags = 100

    var friendlyName: String?
    var ownership: DeviceOwnership?
    var isManaged: Bool?
    var managedBy: ManagementType?
    /// Decided when a device is activated: of an enrolled device it changes only if that is forced.
    var isSupervised: Bool?
    /// Whether what a device decides at its activation is changed all the same.
    var isForced = false
    var enrollmentStatus: EnrollmentStatus?
    var complianceStatus: ComplianceStatus?
    /// Names of all its tags.
    var tags: [String]?
    /// The organization group it moves to.
    var group: GroupCode?
    /// An empty one makes it the identifier again.
    var assetNumber: String?
    /// Its properties.
    var inventory = DeviceInventory()

    /// Nothing.
    init() {}

    /// Reads a JSON object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        self = try DeviceFields.read(json, knowing: Self.names) { try DeviceChange($0) }
    }

    fileprivate init(_ fields: JSONObjectReader) throws {
        friendlyName = try DeviceFields.name("friendlyName", fields)
        if let text = try fields.text("ownership") {
            ownership = DeviceOwnership(text)
            guard ownership != nil else {
                let names = DeviceOwnership.allCases.map(\.rawValue).joined(separator: ", ")
                throw fields.wrong("ownership", "must be one of \(names)")
            }
        }
        isManaged = try DeviceFields.bool("isManaged", fields)
        managedBy = try DeviceFields.state("managedBy", fields)
        isSupervised = try DeviceFields.bool("isSupervised", fields)
        isForced = try DeviceFields.bool("force", fields) ?? false
        enrollmentStatus = try DeviceFields.state("enrollmentStatus", fields)
        complianceStatus = try DeviceFields.state("complianceStatus", fields)
        tags = try DeviceFields.tags(fields)
        inventory = try DeviceInventory(fields)
        if let text = try fields.text("group") {
            group = GroupCode(text)
            guard group != nil else { throw fields.wrong("group", "must be \(GroupCode.rule)") }
        }
    }
}

/// A device an administrator makes known before it signs in.
struct DeviceIntroduction: Sendable {
    let device: DeviceIdentifier
    /// Code of its organization group.
    let group: GroupCode
    /// Name of the user it is for; nil for none.
    let user: String?
    /// Everything else, where it differs from a device that signs in by itself.
    let attributes: DeviceChange

    /// Reads a JSON object.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        self = try DeviceFields.read(json, knowing: DeviceChange.names.subtracting(["force"]).union(["udid", "user"])) {
            fields in
            DeviceIntroduction(
                device: try fields.requiredIdentifier("udid"), group: try fields.requiredIdentifier("group"),
                user: try DeviceFields.name("user", fields), attributes: try DeviceChange(fields))
        }
    }

    private init(device: DeviceIdentifier, group: GroupCode, user: String?, attributes: DeviceChange) {
        self.device = device
        self.group = group
        self.user = user
        self.attributes = attributes
    }
}

/// Members of the JSON objects administrators send about devices.
enum DeviceFields {
    /// Reads an object, and refuses members that are not known or null.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member.
    static func read<Value>(
        _ json: Data, knowing names: Set<String>, _ body: (JSONObjectReader) throws -> Value
    ) throws -> Value {
        do {
            let fields = try JSONObjectReader(json)
            for name in fields.names {
                guard names.contains(name) else {
                    throw fields.wrong(
                        String(name.prefix(60)), "is not known, only \(names.sorted().joined(separator: ", "))")
                }
                if fields.value(name) == nil { throw fields.wrong(name, "must not be null") }
            }
            return try body(fields)
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The device cannot be read: \(error).")
        }
    }

    /// A name of 1 to 255 characters.
    static func name(_ name: String, _ fields: JSONObjectReader) throws -> String? {
        guard let text = try fields.text(name) else { return nil }
        guard (1...255).contains(text.unicodeScalars.count) else {
            throw fields.wrong(name, "must have 1 to 255 characters")
        }
        return text
    }

    /// A truth value.
    static func bool(_ name: String, _ fields: JSONObjectReader) throws -> Bool? {
        switch fields.value(name) {
        case nil: return nil
        case .bool(let value): return value
        default: throw fields.wrong(name, "must be true or false")
        }
    }

    /// A state by its name or its number.
    static func state<State: NamedState>(_ name: String, _ fields: JSONObjectReader) throws -> State? {
        guard let text = try fields.textOrNumber(name) else { return nil }
        if let state = State(name: text) ?? Int(text).flatMap(State.init(rawValue:)) { return state }
        let names = State.allCases.map(\.name).joined(separator: ", ")
        throw fields.wrong(name, "must be one of \(names), or its number")
    }

    /// Names of tags, each once.
    static func tags(_ fields: JSONObjectReader) throws -> [String]? {
        guard let elements = try fields.array("tags") else { return nil }
        let names = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard names.count == elements.count, names.count <= DeviceChange.maximumTags else {
            throw fields.wrong("tags", "must be a list of at most \(DeviceChange.maximumTags) names")
        }
        return names
    }
}
