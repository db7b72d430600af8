import ConsoleModel
import ConsolePlatform
import GRDB

extension AppCatalogStore {
    /// Orders that a device gets the managed configuration of an app once more; kept in the event log, as no device is
    /// managed.
    ///
    /// - Throws: ``AppRefusal/missing``, ``AppRefusal/missingDevice`` also for a device of another platform,
    ///   ``AppRefusal/notAssigned``; ``ConsoleError`` `badRequest` if the device gets no configuration.
    func sendConfiguration(
        of reference: RecordReference, to deviceUUID: String, of platform: AppPlatform?,
        by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let db = transaction.db
            let record = try require(reference, for: administrator, else: AppRefusal.missing, db)
            guard let uuid = RecordReference(deviceUUID), let device = try DeviceRecord.find(uuid, db),
                try administrator.subtree.contains(OrganizationGroupStore.group(id: device.groupId, db)),
                platform == nil || AppPlatform(device.platform) == platform
            else { throw AppRefusal.missingDevice }
            let id = try device.storedID()
            let state = try AssignmentState.load(of: try record.storedID(), db)
            let members = try census.members(of: state.occurring, db)
            guard state.devices(among: members).contains(id) else { throw AppRefusal.notAssigned }
            let given = try state.assigned.first { try members[$0.smartGroup.storedID()]?.contains(id) == true }
            guard let rule = given?.rule, !rule.list(ManagedConfiguration.member).isEmpty else {
                throw ConsoleError(.badRequest, "The device gets no configuration with the application.")
            }
            try events.record(
                ConsoleEvent(
                    action: .deviceCommandOrdered, subjectKind: "device", subject: device.identifier,
                    groupID: device.groupId, at: clock.now(in: device.groupId), deviceID: device.id),
                by: .administrator(administrator.name),
                after: ["command": "SendApplicationConfiguration", "bundleId": record.bundleId], in: transaction)
        }
    }
}
