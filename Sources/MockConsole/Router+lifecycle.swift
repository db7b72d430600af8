import DeviceProtocol
import Hummingbird

extension ConsoleRouters {
    private var unenrollment: UnenrollmentStore {
        UnenrollmentStore(database: parts.database, ending: parts.ending, clock: parts.clock)
    }

    private var termsOfUse: TermsOfUseStore {
        TermsOfUseStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random,
            table: BoundedTable(name: "termsOfUseDecision", bound: configuration.retention.acceptances))
    }

    private var escrow: KeyEscrowStore {
        KeyEscrowStore(
            database: parts.database, secrets: parts.credentials.secrets, events: parts.events, clock: parts.clock)
    }

    /// What a login says of terms of use.
    var termsOfUseAtLogin: LoginDeviceController.TermsOfUse {
        { [termsOfUse] bundle, userID, groupID in
            try await termsOfUse.isAcceptanceRequired(bundle, userID: userID, groupID: groupID)
        }
    }

    /// What a device is told that asks for its status.
    var statusAtContact: StatusDeviceController.Contact {
        { [unenrollment] device in try await unenrollment.statusAtContact(device) }
    }

    /// Terms of use, key escrow, un-enrollment, requery and support information.
    func addLifecycleRoutes(device router: some RouterMethods<DeviceRequestContext>) {
        TermsOfUseDeviceController(store: termsOfUse).addRoutes(to: router)
        KeyEscrowDeviceController(store: escrow).addRoutes(to: router)
        UnenrollmentDeviceController(store: unenrollment).addRoutes(to: router)
        RequeryDeviceController(
            store: RequeryStore(database: parts.database, events: parts.events, clock: parts.clock)
        ).addRoutes(to: router)
        SupportDeviceController(groups: parts.groups).addRoutes(to: router)
    }

    /// The same for administrators, with single devices and the event log.
    func addLifecycleRoutes(admin groups: AdminRouteGroups) {
        let limits = configuration.limits
        let (devices, organization) = (groups.mock(.devices), groups.mock(.organizationGroups))
        DeviceAdministrationAdminController(store: deviceAdministration, bodyLimit: limits.message)
            .addRoutes(to: devices)
        TermsOfUseAdminController(store: termsOfUse, pageLimit: limits.page, bodyLimit: limits.message)
            .addRoutes(to: organization)
        RecordAdminController.acceptances(termsOfUse.archive, pageLimit: limits.page).addRoutes(to: organization)
        KeyEscrowAdminController(store: escrow).addRoutes(to: devices)
        EventHistoryAdminController(
            store: EventHistoryStore(database: parts.database), pageLimit: limits.page
        ).addRoutes(to: groups.mock(.console))
    }
}
