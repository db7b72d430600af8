import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// The wanted state of a pinned host; a nil field keeps its value.
struct PinnedHostDraft: Sendable {
    /// In lower case.
    var host: String?
    var isRequired: Bool?
    var isDeviceServices: Bool?
    /// The group of a new host.
    var group: RecordReference?
}

/// A pinned host with its keys.
struct PinnedHost: Sendable {
    /// A key of the host.
    struct Key: Sendable {
        let certificate: PinnedCertificateRecord
        /// Whether the setting `sslPins` names it.
        let isInForce: Bool
    }

    let record: PinnedHostRecord
    let keys: [Key]
}

/// Pinned hosts of organization groups, and their certificates.
///
/// Which keys clients get is said by the setting `sslPins` alone: a change here changes that setting. A host that only the
/// setting names is one of these as well.
struct PinnedHostStore: Sendable {
    let settings: GroupSettingsStore
    let random: RandomSource

    private var database: ConsoleDatabase { settings.database }

    /// The pinned hosts of a group and of those below it, by group and name.
    ///
    /// - Parameters:
    ///   - name: Part of their name, letter case ignored.
    ///   - group: The group; nil for all of the subtree.
    ///   - subtree: Where the administrator may look.
    /// - Returns: The hosts.
    /// - Throws: ``OrganizationGroupStore/missing(_:)``.
    func hosts(named name: String?, of group: RecordReference?, in subtree: Subtree) async throws -> [PinnedHost] {
        try await database.read { db in
            let scope = try group.map { try OrganizationGroupStore.group($0, in: subtree, db).subtree } ?? subtree
            return try Self.groups(in: scope, db).flatMap { group in
                let pins = try OrganizationGroupStore.settings(of: group, db).texts(.sslPins)
                return try Self.hosts(of: group, db)
                    .filter { host in name.map { host.host.contains($0.lowercased()) } ?? true }
                    .map { PinnedHost(record: $0, keys: try Self.keys(of: $0, pins, db)) }
            }
        }
    }

    /// Adds a host that has no keys yet.
    ///
    /// - Parameters:
    ///   - draft: The host.
    ///   - administrator: Who adds it.
    /// - Returns: Its uuid.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown group, `conflict` for a host that the group has.
    func add(_ draft: PinnedHostDraft, by administrator: AdministratorIdentity) async throws -> String {
        try await database.write { transaction in
            let db = transaction.db
            let group =
                try draft.group.map {
                    try OrganizationGroupStore.group(inBody: $0, in: administrator.subtree, db)
                } ?? OrganizationGroupStore.group(id: administrator.groupID, db)
            let host = draft.host ?? ""
            guard try !Self.hosts(of: group, db).contains(where: { $0.host == host }) else {
                throw Self.taken(host, at: group)
            }
            var record = PinnedHostRecord(
                uuid: random.uuid(), groupId: try group.storedID(), host: host,
                isRequired: draft.isRequired ?? false, isDeviceServices: draft.isDeviceServices ?? false)
            try record.insert(db)
            try settings.record(
                group, by: administrator, before: ["pinnedHost": nil], after: ["pinnedHost": record.summary],
                in: transaction)
            return record.uuid
        }
    }

    /// Changes a host; its keys go with its name.
    ///
    /// - Parameters:
    ///   - uuid: The host.
    ///   - draft: What changes.
    ///   - administrator: Who changes it.
    /// - Throws: ``ConsoleError`` `notFound`, `conflict` for a name that another host of the group has.
    func change(_ uuid: String, _ draft: PinnedHostDraft, by administrator: AdministratorIdentity) async throws {
        try await edit(uuid, by: administrator) { edit, db in
            if let host = draft.host, host != edit.host.host {
                guard try !Self.hosts(of: edit.group, db).contains(where: { $0.host == host }) else {
                    throw Self.taken(host, at: edit.group)
                }
                let former = edit.host.host
                edit.host.host = host
                edit.pins = edit.pins.map { pin in
                    PinnedHostRecord.host(ofPin: pin) == former ? "\(host)=\(PinnedHostRecord.key(ofPin: pin))" : pin
                }
            }
            edit.host.isRequired = draft.isRequired ?? edit.host.isRequired
            edit.host.isDeviceServices = draft.isDeviceServices ?? edit.host.isDeviceServices
        }
    }

    /// Deletes a host, its certificates and its keys.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ uuid: String, by administrator: AdministratorIdentity) async throws {
        try await edit(uuid, by: administrator) { edit, _ in
            edit.removeKeys { _ in true }
            edit.isDeleted = true
        }
    }

    /// Pins the keys of certificates for a host.
    ///
    /// - Parameters:
    ///   - certificates: The certificates.
    ///   - uuid: The host.
    ///   - administrator: Who pins them.
    /// - Returns: How many were not pinned before.
    /// - Throws: ``ConsoleError`` `notFound`.
    func pin(
        _ certificates: [ReadCertificate], for uuid: String, by administrator: AdministratorIdentity
    ) async throws -> Int {
        try await edit(uuid, by: administrator) { edit, db in
            let hostID = try edit.host.storedID()
            var kept = try PinnedCertificateRecord.kept(of: edit.host, db)
            var count = 0
            for certificate in certificates {
                var record = PinnedCertificateRecord(certificate, ofHost: hostID)
                record.id = kept.first { $0.publicKey == record.publicKey }?.id
                if record.id == nil {
                    count += edit.keys.contains(record.publicKey) ? 0 : 1
                    try record.insert(db)
                    kept.append(record)
                } else {
                    try record.update(db)
                }
                if edit.host.isEnabled { edit.addKey(record.publicKey) }
            }
            return count
        }
    }

    /// Takes the key of a certificate away from a host.
    ///
    /// - Parameters:
    ///   - thumbprint: SHA-1 of the certificate, in hexadecimal.
    ///   - uuid: The host.
    ///   - administrator: Who takes it away.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown host, and for a certificate that it does not have.
    func unpin(_ thumbprint: String, for uuid: String, by administrator: AdministratorIdentity) async throws {
        try await edit(uuid, by: administrator) { edit, db in
            let wanted = thumbprint.uppercased().filter(\.isHexDigit)
            let kept = try PinnedCertificateRecord.kept(of: edit.host, db)
            guard let record = kept.first(where: { $0.thumbprint == wanted }) else {
                throw ConsoleError(
                    .notFound, "\(edit.host.host) has no certificate with the thumbprint \(thumbprint.prefix(64)).")
            }
            try record.delete(db)
            edit.removeKeys { $0 == record.publicKey }
        }
    }

    /// Puts the keys of a host in force, or out of it.
    ///
    /// - Parameters:
    ///   - isEnabled: Whether they are to be in force.
    ///   - uuid: The host.
    ///   - reference: Its group.
    ///   - administrator: Who does it.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown host, or one of another group.
    func setEnabled(
        _ isEnabled: Bool, for uuid: String, at reference: RecordReference, by administrator: AdministratorIdentity
    ) async throws {
        try await edit(uuid, by: administrator) { edit, db in
            let group = try OrganizationGroupStore.group(reference, in: administrator.subtree, db)
            guard group.id == edit.group.id else { throw Self.missing(uuid) }
            edit.host.isEnabled = isEnabled
            let kept = try PinnedCertificateRecord.kept(of: edit.host, db).map(\.publicKey)
            guard !isEnabled else {
                for key in kept { edit.addKey(key) }
                return
            }
            let hostID = try edit.host.storedID()
            for key in edit.keys where !kept.contains(key) {
                var record = PinnedCertificateRecord(key: key, ofHost: hostID)
                try record.insert(db)
            }
            edit.removeKeys { _ in true }
        }
    }

    /// Switches pinning on or off for a group.
    ///
    /// - Throws: ``OrganizationGroupStore/missing(_:)``.
    func setPinning(_ isOn: Bool, at reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let group = try OrganizationGroupStore.group(reference, in: administrator.subtree, transaction.db)
            try settings.set([.sslPinning: .bool(isOn)], at: group, by: administrator, in: transaction)
        }
    }
}

/// A change of a pinned host and of the pins of its group.
private struct PinnedHostEdit {
    let group: OrganizationGroupRecord
    var host: PinnedHostRecord
    /// The pins that the group has or inherits, as the setting lists them.
    var pins: [String]
    var isDeleted = false

    /// The keys of the host that are in force.
    var keys: [String] {
        pins.filter { PinnedHostRecord.host(ofPin: $0) == host.host }.map(PinnedHostRecord.key(ofPin:))
    }

    mutating func addKey(_ key: String) {
        if !keys.contains(key) { pins.append("\(host.host)=\(key)") }
    }

    mutating func removeKeys(where isRemoved: (String) -> Bool) {
        pins.removeAll {
            PinnedHostRecord.host(ofPin: $0) == host.host && isRemoved(PinnedHostRecord.key(ofPin: $0))
        }
    }
}

extension PinnedHostStore {
    /// Changes a host and the pins of its group in one transaction.
    private func edit<Value: Sendable>(
        _ uuid: String, by administrator: AdministratorIdentity,
        _ change: @escaping @Sendable (inout PinnedHostEdit, GRDB.Database) throws -> Value
    ) async throws -> Value {
        try await database.write { transaction in
            let db = transaction.db
            let (group, found) = try Self.host(uuid, in: administrator.subtree, db)
            let pins = try OrganizationGroupStore.settings(of: group, db).texts(.sslPins)
            var edit = PinnedHostEdit(group: group, host: found, pins: pins)
            if edit.host.id == nil { try edit.host.insert(db) }
            let value = try change(&edit, db)
            if let pin = edit.pins.first(where: { !pins.contains($0) && !GroupSettingText.pin.accepts($0) }) {
                throw ConsoleError(.badRequest, "\"\(pin.prefix(80))…\" cannot be pinned: the key is too long.")
            }
            if edit.isDeleted { try edit.host.delete(db) } else { try edit.host.update(db) }
            let after = edit.isDeleted ? nil : edit.host.summary
            if after != found.summary {
                try settings.record(
                    group, by: administrator, before: ["pinnedHost": found.summary], after: ["pinnedHost": after],
                    in: transaction)
            }
            if edit.pins != pins {
                try settings.set([.sslPins: .strings(edit.pins)], at: group, by: administrator, in: transaction)
            }
            return value
        }
    }

    /// The error for an unknown host.
    private static func missing(_ uuid: String) -> ConsoleError {
        ConsoleError(.notFound, "There is no pinned host \(uuid.prefix(60)).")
    }

    private static func taken(_ host: String, at group: OrganizationGroupRecord) -> ConsoleError {
        ConsoleError(.conflict, "\(host) is a pinned host of \(group.code) already.")
    }

    private static func host(
        _ uuid: String, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> (OrganizationGroupRecord, PinnedHostRecord) {
        for group in try groups(in: subtree, db) {
            let host = try hosts(of: group, db).first { $0.uuid == uuid.lowercased() }
            if let host { return (group, host) }
        }
        throw missing(uuid)
    }

    /// The groups of a subtree that have pinned hosts.
    private static func groups(in subtree: Subtree, _ db: GRDB.Database) throws -> [OrganizationGroupRecord] {
        try OrganizationGroupRecord.fetchAll(
            db,
            sql: """
                SELECT * FROM organizationGroup WHERE id IN (
                    SELECT groupId FROM pinnedHost UNION SELECT groupId FROM organizationGroupSetting WHERE key = ?)
                ORDER BY id
                """, arguments: [GroupSetting.sslPins.rawValue]
        ).filter(subtree.contains)
    }

    /// The pinned hosts of a group itself, by name.
    private static func hosts(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> [PinnedHostRecord] {
        let id = try group.storedID()
        let kept = try PinnedHostRecord.all(where: "groupId = ?", [id], db)
        var named: Set<String> = []
        if case .strings(let pins)? = try OrganizationGroupStore.overrides(at: id, db)[.sslPins] {
            named = Set(pins.map(PinnedHostRecord.host(ofPin:)))
        }
        let others = named.subtracting(kept.map(\.host)).map { host in
            PinnedHostRecord(
                uuid: NamedUUID.of([.init("pinnedHost".utf8), .init(group.uuid.utf8), .init(host.utf8)]),
                groupId: id, host: host)
        }
        return (kept + others).sorted { $0.host < $1.host }
    }

    /// The keys of a host: those it keeps, and those that only the pins of its group name.
    private static func keys(
        of host: PinnedHostRecord, _ pins: [String], _ db: GRDB.Database
    ) throws -> [PinnedHost.Key] {
        let inForce = pins.filter { PinnedHostRecord.host(ofPin: $0) == host.host }.map(PinnedHostRecord.key(ofPin:))
        let kept = try PinnedCertificateRecord.kept(of: host, db)
        let others = inForce.filter { key in !kept.contains { $0.publicKey == key } }
            .map { PinnedCertificateRecord(key: $0, ofHost: host.id ?? 0) }
        return (kept + others).map { PinnedHost.Key(certificate: $0, isInForce: inForce.contains($0.publicKey)) }
    }
}
