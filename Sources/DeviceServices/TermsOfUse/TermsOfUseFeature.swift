package import ConsoleHTTP
package import ConsoleModel
package import DeviceProtocol

/// Terms of use of organization groups, and what users decide about them (DeviceServices, section 11).
package struct TermsOfUseFeature: Feature {
    private let store: TermsOfUseStore
    private let limits: Limits

    /// Makes the store.
    package init(_ core: Core) {
        store = TermsOfUseStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random,
            table: core.table("termsOfUseDecision", \.acceptances))
        limits = core.limits
    }

    /// Environment files have the terms in force.
    package var environment: [any EnvironmentSection] { [TermsOfUseEnvironmentSection()] }

    /// What may be waited for.
    package var tallies: [RecordTally] { [store.archive.tally("acceptances")] }

    /// Adds its routes: terms for apps, and for testers also who accepted them.
    package func addRoutes(to doors: Doors) {
        TermsOfUseDeviceController(store: store).addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
        let mock = doors.admin.mock(.organizationGroups)
        TermsOfUseMockController(store: store, pageLimit: limits.page, bodyLimit: limits.message)
            .addRoutes(to: mock)
        RecordMockController.acceptances(store.archive, pageLimit: limits.page).addRoutes(to: mock)
    }

    /// Whether a user still has to accept the terms in force for an app in a group.
    package func isRequired(_ bundle: BundleIdentifier, userID: Int64, groupID: Int64) async throws -> Bool {
        try await store.isAcceptanceRequired(bundle, userID: userID, groupID: groupID)
    }
}
