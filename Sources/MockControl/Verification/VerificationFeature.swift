package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Verifying what clients sent, and waiting for it (MockControl, "Verify" and "Wait").
package struct VerificationFeature: Feature {
    /// Limits the waits.
    let limiter: CustomerLimiter
    private let controller: VerificationMockController

    /// Made of what it looks at.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - model: Knows devices.
    ///   - memory: The journal.
    ///   - rules: How many may wait, and how long.
    ///   - states: Where states are found that others keep.
    ///   - log: Where it says that waits were refused.
    package init(
        _ core: Core, _ model: Model, journal memory: JournalMemory, rules: WaitRules, states: StateSources,
        log: LimitLog
    ) {
        limiter = CustomerLimiter(
            perCustomer: rules.perCustomer, "Waits", key: "waits.perCustomer", log: log)
        controller = VerificationMockController(
            memory: memory, database: core.database, groups: GroupTreeStore(database: core.database),
            devices: model.devices, states: states,
            events: core.events.hub, limiter: limiter, rules: rules,
            bodyLimit: core.limits.message)
    }

    /// Adds its routes; they change nothing, and so ask for no more than reading.
    package func addRoutes(to doors: Doors) {
        controller.addRoutes(to: doors.admin.mock(.console, access: .read))
    }
}
