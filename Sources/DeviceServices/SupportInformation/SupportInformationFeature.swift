package import ConsoleHTTP
package import ConsoleModel

/// Support information: where users find help (DeviceServices, section 21).
package struct SupportInformationFeature: Feature {
    private let groups: OrganizationGroupStore
    private let limits: Limits

    /// Settings of groups say it, so there is no store of its own.
    package init(_ core: Core, _ model: Model) {
        groups = model.groups
        limits = core.limits
    }

    /// Adds its route, which is for apps.
    package func addRoutes(to doors: Doors) {
        SupportDeviceController(groups: groups).addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
    }
}
