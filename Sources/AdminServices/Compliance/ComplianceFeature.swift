package import ConsoleHTTP
package import ConsoleModel

/// Compliance: rules of groups, how devices stand with them, and the policies clients see (AdminAPI, "Compliance rules"
/// and "Compliance of a device"; AdminDeviceDetails, "Compliance policies").
package struct ComplianceFeature: Feature {
    private let store: ComplianceStore
    private let rules: ComplianceRuleStore
    private let limits: Limits

    /// A feature on the stores of the model.
    package init(_ core: Core, _ model: Model) {
        store = model.compliance
        rules = model.complianceRules
        limits = core.limits
    }

    /// Environment files have rules.
    package var environment: [any EnvironmentSection] { [ComplianceEnvironmentSection()] }

    /// Adds its routes: policies, and rules and devices for testers.
    package func addRoutes(to doors: Doors) {
        CompliancePolicyAdminController(store: rules).addRoutes(to: doors.admin.routes(.devices))
        let mock = doors.admin.mock(.devices)
        ComplianceRuleMockController(store: rules, bodyLimit: limits.message, pageLimit: limits.page)
            .addRoutes(to: mock)
        DeviceComplianceMockController(store: store, bodyLimit: limits.message).addRoutes(to: mock)
    }
}
