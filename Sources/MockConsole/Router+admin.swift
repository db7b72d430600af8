import Hummingbird

extension ConsoleRouters {
    /// Admin REST API and what only a mock has.
    func admin() throws -> Router<AdminContext> {
        let router = Router(context: AdminContext.self, options: .caseInsensitive)
        router.add(middleware: ErrorTranslation())
        router.add(middleware: ContinueMiddleware())
        let groups = AdminRouteGroups(router: router, signIn: adminSignIn, quota: requestQuota, origin: origin)
        let interface = groups.interface
        addInterface { AdminRoutes(interface, area: $0, bodyLimit: configuration.limits.message) }
        try addIdentityProvider(to: router)
        addAdministrators(to: groups, interface: interface)
        addDeviceRecords(to: groups.mock(.devices))
        addDeviceMessages(to: groups.mock(.devices))
        addLifecycleRoutes(admin: groups)
        addEnrollmentAdministration(to: groups)
        let limits = configuration.limits
        GroupSettingsAdminController(store: parts.settings, bodyLimit: limits.message)
            .addRoutes(to: groups.mock(.organizationGroups))
        addProfiles(to: groups)
        addMDMProfiles(to: groups)
        addPurchases(to: groups.mock(.applications))
        addNotificationAdministration(to: groups)
        addSmartGroupPreview(to: groups.mock(.smartGroups, access: .read))
        EnvironmentAdminController(
            importer: parts.importer, exporter: parts.exporter, bodyLimit: limits.environment
        ).addRoutes(to: groups.mock(.console))
        return router
    }

    /// Devices, what they have sent, what is sent to them, and what is asked of them.
    private func addDeviceRecords(to router: some RouterMethods<AdminRequestContext>) {
        let limits = configuration.limits
        DeviceAdminController(store: parts.devices, pageLimit: limits.page).addRoutes(to: router)
        RecordAdminController.beacons(parts.beacons.archive, pageLimit: limits.page).addRoutes(to: router)
        addSampleRecords(to: router)
        RecordAdminController.commands(parts.commands.archive, pageLimit: limits.page)
            .addRoutes(to: router, show: false)
        CommandAdminController(
            store: parts.commands, renderProfile: renderedProfile, origin: origin, bodyLimit: limits.command
        ).addRoutes(to: router)
        RecordAdminController.pushTokens(parts.beacons.pushTokenArchive, pageLimit: limits.page).addRoutes(to: router)
        RecordAdminController.locations(parts.beacons.locationArchive, pageLimit: limits.page).addRoutes(to: router)
        ComplianceRuleAdminController(
            store: parts.complianceRules, bodyLimit: limits.message, pageLimit: limits.page
        ).addRoutes(to: router)
        DeviceComplianceAdminController(store: parts.compliance, bodyLimit: limits.message).addRoutes(to: router)
        LogAdminController(store: parts.logs, pageLimit: limits.page, bodyLimit: limits.message).addRoutes(to: router)
        ExplainAdminController(database: parts.database, payloads: parts.profiles.sources).addRoutes(to: router)
    }

    /// An SDK profile as an app would fetch it: commands ask, profiles know.
    private var renderedProfile: CommandAdminController.ProfileSource {
        { [profiles = parts.profiles] profile, target, origin in
            try await profiles.rendered(
                profile, for: target.bundle, onDevice: target.deviceID, origin: origin)
        }
    }

    /// Pages and operations.
    func pages(readiness: Readiness, trustAnchorPath: String) throws -> Router<PageContext> {
        let router = Router(context: PageContext.self)
        router.add(middleware: ErrorTranslation())
        try StartPageController(credentials: credentials, configuration: configuration, readiness: readiness)
            .addRoutes(to: router)
        OperationsController(readiness: readiness, trustAnchorPath: trustAnchorPath).addRoutes(to: router)
        APIDescriptionController(origin: origin).addRoutes(to: router)
        EnrollmentPageController(page: try EnrollmentPage(), origin: origin).addRoutes(to: router)
        return router
    }
}
