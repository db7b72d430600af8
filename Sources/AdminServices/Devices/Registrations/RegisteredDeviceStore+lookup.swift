import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension RegisteredDeviceStore {
    /// Takes back the registration of a device that has not enrolled, and forgets the device.
    ///
    /// - Parameters:
    ///   - key: The device; of several registrations the latest counts.
    ///   - username: The user it has to be registered for; nil for any.
    ///   - administrator: Who takes it back.
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(
        _ key: RegisteredDeviceKey, ofUser username: String?, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let entry = try Self.waiting(key, ofUser: username, in: administrator.subtree, transaction.db)
            try remove(entry, by: administrator, in: transaction)
        }
    }

    /// Changes the custom attributes of a device that has not enrolled: those of its registration, and those that a
    /// device named by its identifier has already.
    ///
    /// - Returns: Attributes that were refused, and why.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown registration, `badRequest` if it gets too many attributes.
    func change(
        _ drafts: [CustomAttributeList.Entry], _ change: RegisteredAttributeChange, of key: RegisteredDeviceKey,
        by administrator: AdministratorIdentity
    ) async throws -> [(value: String, error: ConsoleError)] {
        try await database.write { transaction in
            let db = transaction.db
            let before = try Self.waiting(key, ofUser: nil, in: administrator.subtree, db)
            let now = clock.now(in: before.groupId)
            var attributes = before.customAttributes
            let refusals = drafts.compactMap { draft in
                Self.apply(draft, change, to: &attributes).map { (value: draft.name, error: $0) }
            }
            guard attributes.count <= RegisteredDeviceDraft.maximumAttributes else {
                throw ConsoleError(
                    .badRequest,
                    "A registered device has at most \(RegisteredDeviceDraft.maximumAttributes) custom attributes.")
            }
            guard attributes != before.customAttributes else { return refusals }
            var entry = before
            entry.attributes = try RegisteredDeviceDraft.json(attributes)
            try entry.update(db)
            try giveAttributes(of: entry, insteadOf: before, by: administrator, at: now, db)
            try log(
                .registeredDeviceUpdated, entry, by: administrator, at: now, before: before, after: entry,
                in: transaction)
            return refusals
        }
    }

    /// Gives a device that its registration made known the changed attributes.
    private func giveAttributes(
        of entry: RegisteredDeviceRecord, insteadOf before: RegisteredDeviceRecord,
        by administrator: AdministratorIdentity, at now: Timestamp, _ db: GRDB.Database
    ) throws {
        guard let identifier = entry.identifier.flatMap(DeviceIdentifier.init),
            let device = try DeviceStore.device(identifier, ofCustomerOf: entry.groupId, db),
            device.enrollmentStatus == EnrollmentStatus.registered.rawValue
        else { return }
        let id = try device.storedID()
        for gone in before.customAttributes where !entry.customAttributes.contains(where: { Self.areSame($0, gone) }) {
            try db.execute(
                sql: "DELETE FROM deviceAttribute WHERE deviceId = ? AND applicationGroup = ? AND name = ?",
                arguments: [id, gone.Application, gone.Name])
        }
        try DeviceAdmission.giveAttributes(of: entry, to: id, replacing: true, at: now, db)
    }

    /// Applies one change.
    ///
    /// - Returns: Why it cannot be; nil if it was applied.
    private static func apply(
        _ draft: CustomAttributeList.Entry, _ change: RegisteredAttributeChange,
        to attributes: inout [RegisteredDeviceRecord.Attribute]
    ) -> ConsoleError? {
        let wanted = RegisteredDeviceRecord.Attribute(
            Name: draft.name, Value: draft.value ?? "", Application: draft.applicationGroup)
        let place = attributes.firstIndex { areSame($0, wanted) }
        switch (change, place) {
        case (.create, nil): attributes.append(wanted)
        case (.update, let place?): attributes[place] = wanted
        case (.delete, let place?): attributes.remove(at: place)
        case (.create, _):
            return ConsoleError(.badRequest, "The registered device has the attribute \(draft.name) already.")
        default: return ConsoleError(.notFound, "The registered device has no attribute \(draft.name).")
        }
        return nil
    }

    private static func areSame(
        _ one: RegisteredDeviceRecord.Attribute, _ other: RegisteredDeviceRecord.Attribute
    ) -> Bool {
        one.Name.lowercased() == other.Name.lowercased()
            && one.Application.lowercased() == other.Application.lowercased()
    }

    /// The latest registration of a device that has not enrolled.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    private static func waiting(
        _ key: RegisteredDeviceKey, ofUser username: String?, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> RegisteredDeviceRecord {
        let record = try RegisteredDeviceRecord.fetchOne(
            db,
            sql: """
                SELECT r.* FROM deviceRegistration r JOIN organizationGroup home ON home.id = r.groupId
                LEFT JOIN enrollmentUser u ON u.id = r.userId
                WHERE r.\(key.kind.column) = :value AND r.kind = 'REGISTER_DEVICE' AND r.deviceId IS NULL
                    AND \(Subtree.condition("home.path", in: ":top")) AND (:user IS NULL OR u.username = :user)
                ORDER BY r.id DESC LIMIT 1
                """, arguments: ["value": key.value, "top": subtree, "user": username])
        guard let record, !key.value.isEmpty else {
            throw ConsoleError(
                .notFound,
                "There is no registered device with \(key.kind.rawValue) \(key.text.prefix(80)) that has not enrolled.")
        }
        return record
    }
}
