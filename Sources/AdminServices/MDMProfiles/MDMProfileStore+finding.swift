import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension MDMProfileStore {
    /// A profile of a subtree.
    ///
    /// - Throws: `missing`; ``missing(_:)`` if that is nil.
    static func profile(
        _ reference: RecordReference, in subtree: Subtree, else missing: ConsoleError? = nil, _ db: GRDB.Database
    ) throws -> MDMProfileRecord {
        guard let record = try MDMProfileRecord.find(reference, db),
            try subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        else { throw missing ?? Self.missing(reference.description) }
        return record
    }

    /// A profile of a subtree, by its id, its uuid, or its name; the first of these counts.
    ///
    /// - Throws: `missing`; ``ConsoleError`` `conflict` with their uuids for a name that several profiles have.
    static func profile(
        named reference: NamedReference, in subtree: Subtree, else missing: ConsoleError, _ db: GRDB.Database
    ) throws -> MDMProfileRecord {
        func isVisible(_ record: MDMProfileRecord) throws -> Bool {
            try subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        }
        let meant = try reference.record.flatMap { try MDMProfileRecord.find($0, db) }
        if let meant, try isVisible(meant) { return meant }
        let named = try MDMProfileRecord.filter(sql: "name = ? COLLATE NOCASE", arguments: [reference.text])
            .order(sql: "id").fetchAll(db).filter(isVisible)
        guard let first = named.first else { throw missing }
        guard named.count == 1 else {
            throw ConsoleError.ambiguous(reference.text, "MDM profiles", named.map(\.uuid))
        }
        return first
    }

    /// The error for an unknown profile.
    static func missing(_ reference: String) -> ConsoleError {
        ConsoleError(.badRequest, "Invalid Profile \(reference).")
    }

    /// The error for a profile that is to be deleted and is unknown; published clients read the sentence.
    static let gone = ConsoleError(
        .badRequest, "Profile not found or User does not have access to the Profile.")

    /// The profile after a change.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for other payloads without a new version, and for too much in `General`.
    static func changed(
        _ known: MDMProfileRecord, by draft: MDMProfileDraft, in home: OrganizationGroupRecord
    ) throws -> MDMProfileRecord {
        var record = known
        record.groupId = try home.storedID()
        record.name = draft.name ?? known.name
        record.description = draft.description ?? known.description
        record.assignmentType = draft.assignmentType ?? known.assignmentType
        record.context = draft.context ?? known.context
        record.isActive = draft.isActive ?? known.isActive
        let said = Set(draft.general.map { $0.name.lowercased() })
        let kept = try members(known.general).filter { !said.contains($0.name.lowercased()) }
        let general = (kept + draft.general).sorted { $0.name < $1.name }
        try MDMProfileDraft.check(general, "members of General")
        record.general = text(general)
        let isDifferent =
            try !draft.payloads.isEmpty
            && JSONValue.object(draft.payloads).canonical != JSONValue.object(members(known.payloads)).canonical
        guard draft.createsVersion else {
            guard !isDifferent else {
                throw ConsoleError(
                    .badRequest,
                    "The payloads of the profile \(known.name) change with a new version only: General.CreateNewVersion has to be true."
                )
            }
            return record
        }
        record.version += 1
        if isDifferent { (record.payloads, record.payloadNames) = (text(draft.payloads), try names(draft.payloads)) }
        return record
    }

    /// Refuses a name that is missing, too long or taken.
    static func check(_ record: MDMProfileRecord, in home: OrganizationGroupRecord, _ db: GRDB.Database) throws {
        guard !record.name.isEmpty else { throw ConsoleError(.badRequest, "The field General.Name is required.") }
        let namesake = try Int64.fetchOne(
            db, sql: "SELECT id FROM mdmProfile WHERE groupId = ? AND name = ? AND id IS NOT ?",
            arguments: [record.groupId, record.name, record.id])
        guard namesake == nil else {
            throw ConsoleError(.badRequest, "A profile named \(record.name) exists in \(home.name) already.")
        }
    }

    /// Refuses a smart group a profile is both given to and kept from.
    static func check(_ smartGroups: [MDMProfileLink.Mode: [Int64]]) throws {
        guard Set(smartGroups[.assign] ?? []).isDisjoint(with: smartGroups[.exclude] ?? []) else {
            throw ConsoleError(.badRequest, "A smart group must not be both assigned and excluded.")
        }
    }

    /// Ids of smart groups of a subtree; each once.
    static func ids(_ references: [RecordReference], in subtree: Subtree, _ db: GRDB.Database) throws -> [Int64] {
        var seen: Set<Int64> = []
        return try references.map { reference in
            guard let record = try SmartGroupRecord.find(reference, db),
                try subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
            else { throw ConsoleError(.badRequest, "Smart Group not found with Id: \(reference).") }
            return try record.storedID()
        }.filter { seen.insert($0).inserted }
    }

    /// Ids of the smart groups of a profile.
    static func smartGroups(of id: Int64, _ db: GRDB.Database) throws -> [MDMProfileLink.Mode: [Int64]] {
        let links = try MDMProfileLink.all(of: [id], db)[id] ?? []
        return Dictionary(grouping: links, by: \.mode).mapValues { $0.map(\.smartGroupId) }
    }

    /// A profile for the event log, without payloads, which may contain secrets.
    static func fields(_ record: MDMProfileRecord, _ smartGroups: [MDMProfileLink.Mode: [Int64]]) -> [String: String?] {
        func list(_ mode: MDMProfileLink.Mode) -> String {
            (smartGroups[mode] ?? []).map(String.init).joined(separator: ", ")
        }
        return [
            "name": record.name, "platform": record.platform, "version": String(record.version),
            "assignmentType": record.assignmentType, "isActive": String(record.isActive),
            "payloads": record.payloadNames, "assignedSmartGroups": list(.assign),
            "excludedSmartGroups": list(.exclude),
        ]
    }

    /// Members as they are stored.
    static func text(_ members: [JSONMember]) -> String {
        String(decoding: JSONValue.object(members).encoded(), as: UTF8.self)
    }

    /// Members that are stored.
    static func members(_ text: String) throws -> [JSONMember] {
        guard case .object(let members) = try JSONValue(json: Data(text.utf8), maximumValues: .max) else { return [] }
        return members
    }

    static func names(_ payloads: [JSONMember]) throws -> String {
        String(decoding: try JSONEncoder().encode(payloads.map(\.name)), as: UTF8.self)
    }
}
