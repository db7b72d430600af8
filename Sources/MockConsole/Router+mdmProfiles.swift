import Hummingbird

/// MDM profiles.
extension ConsoleRouters {
    private var mdmProfiles: MDMProfileStore {
        MDMProfileStore(
            database: parts.database, census: parts.census, events: parts.events, clock: parts.clock,
            random: parts.random)
    }

    private var mdmProfilesOfDevices: MDMProfileDeviceAdminController {
        MDMProfileDeviceAdminController(
            store: mdmProfiles, bodyLimit: configuration.limits.message, pageLimit: configuration.limits.page)
    }

    /// Adds the routes of the admin REST API: those about profiles, and those about devices.
    func addMDMProfiles(to profiles: AdminRoutes, devices: AdminRoutes) {
        MDMProfileAdminController(store: mdmProfiles, origin: origin, bodyLimit: configuration.limits.environment)
            .addRoutes(to: profiles)
        mdmProfilesOfDevices.addRoutes(to: devices)
    }

    /// Adds what only a mock tells of them.
    func addMDMProfiles(to groups: AdminRouteGroups) {
        mdmProfilesOfDevices.addDeviceRoutes(to: groups.mock(.devices))
        mdmProfilesOfDevices.addProfileRoutes(to: groups.mock(.profiles))
    }
}
