import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// Members that answers have and bodies may repeat, so that what was read can be sent back.
private let answeredMembers: Set<String> = [
    "id", "uuid", "group", "version", "isReadOnly", "createdAt", "updatedAt", "usedBy", "warnings",
]

extension ProfileDraft {
    /// Reads the body of a new profile, of one that replaces another, or of a dry run.
    ///
    /// - Parameters:
    ///   - json: A JSON object.
    ///   - needsName: Whether there has to be a name.
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts. What is wrong with payloads is
    ///   kept in the review instead.
    init(json: Data, needsName: Bool = true) throws {
        self.init(name: "")
        try ProfileBodyReader.read(json, members: ["name", "description", "inherits", "payloads"]) { object in
            if let name = try ProfileBodyReader.name(object) {
                self.name = name
            } else if needsName {
                throw object.wrong("name", "is missing")
            }
            description = try ProfileBodyReader.description(object) ?? ""
            inherits = try ProfileBodyReader.flag(object, "inherits") ?? true
            group = try object.identifier("group")
            version = try object.integer("version").map(Int64.init)
            for (position, payload) in (try object.array("payloads") ?? []).enumerated() {
                review.add(payload, at: position)
            }
        }
    }
}

extension ProfileChange {
    /// Reads the body of a change: only members in it change.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        self.init()
        try ProfileBodyReader.read(json, members: ["name", "description", "inherits", "payloads"]) { object in
            name = try ProfileBodyReader.name(object)
            description = try ProfileBodyReader.description(object)
            inherits = try ProfileBodyReader.flag(object, "inherits")
            version = try object.integer("version").map(Int64.init)
            guard let value = object.value("payloads") else { return }
            guard case .object(let members) = value else {
                throw object.wrong("payloads", "must be an object of payload types; PUT takes a list")
            }
            payloads = try members.map { try Self.payload($0) }
        }
    }

    private static func payload(_ member: JSONMember) throws(MessageError) -> Payload {
        guard (1...255).contains(member.name.unicodeScalars.count) else {
            throw MessageError("a payload type has 1 to 255 characters", field: "payloads")
        }
        switch member.value {
        case .null: return Payload(type: member.name, settings: nil)
        case .object(let settings):
            return Payload(type: member.name, settings: settings.filter { $0.name != "PayloadType" })
        default:
            throw MessageError(
                "must be an object of settings, or null to remove the payload", field: "payloads.\(member.name)")
        }
    }
}

extension ProfileCopy {
    /// Reads the body of a copy.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        self.init()
        try ProfileBodyReader.read(json, members: ["name", "group"], beside: []) { object in
            name = try ProfileBodyReader.name(object)
            group = try object.identifier("group")
        }
    }
}

/// Which profile an app is to give (AdminAPI, "Profiles of apps").
struct ApplicationProfileWish: Sendable {
    let mode: ProfileMode
    let profile: NamedReference?

    /// Reads the body of a change; `profile` alone means the mode `custom`.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member and what it accepts.
    init(json: Data) throws {
        var wish: (mode: ProfileMode?, profile: NamedReference?)
        try ProfileBodyReader.read(json, members: ["mode", "profile"], beside: []) { object in
            if let word = try object.text("mode") {
                guard let mode = ProfileMode(rawValue: word.lowercased()) else {
                    throw object.wrong("mode", "is \"\(word.prefix(40))\"; it has to be none, default or custom")
                }
                wish.mode = mode
            }
            if let text = try object.textOrNumber("profile") {
                guard let profile = NamedReference(text) else {
                    throw object.wrong("profile", "has to be the id, uuid or name of an SDK profile")
                }
                wish.profile = profile
            }
            guard wish.mode != nil || wish.profile != nil else { throw object.wrong("mode", "is missing") }
        }
        mode = wish.mode ?? .custom
        profile = wish.profile
        guard (mode == .custom) == (profile != nil) else {
            throw ConsoleError(
                .badRequest,
                mode == .custom ? "profile is needed for the mode custom." : "profile is only for the mode custom.")
        }
    }
}

/// Reading what the bodies about profiles have in common.
private enum ProfileBodyReader {
    /// Reads a JSON object with a sentence for whatever is wrong.
    static func read(
        _ json: Data, members: Set<String>, beside ignored: Set<String> = answeredMembers,
        _ read: (JSONObjectReader) throws -> Void
    ) throws {
        do {
            let object = try JSONObjectReader(json)
            if let unknown = object.names.first(where: { !members.contains($0) && !ignored.contains($0) }) {
                throw ConsoleError(
                    .badRequest,
                    "There is no member \(unknown.prefix(60)), only \(members.sorted().joined(separator: ", ")).")
            }
            try read(object)
        } catch let error as MessageError {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
    }

    static func name(_ object: JSONObjectReader) throws(MessageError) -> String? {
        guard let name = try object.text("name") else { return nil }
        guard (1...255).contains(name.unicodeScalars.count) else {
            throw object.wrong("name", "has to have 1 to 255 characters")
        }
        return name
    }

    static func description(_ object: JSONObjectReader) throws(MessageError) -> String? {
        try object.text("description", maximum: 1000)
    }

    static func flag(_ object: JSONObjectReader, _ name: String) throws(MessageError) -> Bool? {
        switch object.value(name) {
        case nil: return nil
        case .bool(let value): return value
        default: throw object.wrong(name, "has to be true or false")
        }
    }
}
