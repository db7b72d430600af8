import Hummingbird

extension ConsoleRouters {
    /// SDK profiles and branding images, and which apps give which profile.
    func addProfiles(to groups: AdminRouteGroups) {
        let limits = configuration.limits
        let library = ProfileAdministrationStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        let applications = ApplicationProfileStore(
            database: parts.database, events: parts.events, clock: parts.clock)
        let profiles = groups.mock(.profiles)
        let editing = ProfileAdminController(
            store: library, origin: origin, bodyLimit: limits.environment, pageLimit: limits.page)
        editing.addRoutes(to: profiles)
        editing.addReview(to: groups.mock(.profiles, access: .read))
        ProfileVersionAdminController(store: library, pageLimit: limits.page).addRoutes(to: profiles)
        ProfilePreviewAdminController(store: parts.profiles, origin: origin).addRoutes(to: profiles)
        BrandingImageAdminController(
            store: parts.images, origin: origin, imageLimit: limits.image, pageLimit: limits.page
        ).addRoutes(to: profiles)
        ApplicationProfileAdminController(
            store: applications, bodyLimit: limits.message, pageLimit: limits.page
        ).addRoutes(to: groups.mock(.applications))
    }
}
