package import ConsoleHTTP
package import ConsoleModel
package import DeviceProtocol

/// SDK profiles, which apps give which, and branding images (DeviceServices, sections 12 and 28; SDKProfile).
package struct ProfileFeature: Feature {
    /// SDK profiles as apps get them.
    package let store: ProfileStore
    private let library: ProfileLibraryStore
    private let applications: ApplicationProfileStore
    private let images: BrandingImageStore
    private let limits: Limits

    /// SDK profiles go with their organization group.
    package static let groupDeletion = GroupDeletionParticipant(removing: ["sdkProfile"])

    /// Makes the stores; devices are evaluated by their compliance rules before they get a profile.
    package init(_ core: Core, _ model: Model, names: ProfileWireNames) {
        store = ProfileStore(
            database: core.database, clock: core.clock, compliance: model.compliance, random: core.random,
            names: names)
        library = ProfileLibraryStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random)
        applications = ApplicationProfileStore(database: core.database, events: core.events, clock: core.clock)
        images = BrandingImageStore(database: core.database, events: core.events, clock: core.clock)
        limits = core.limits
    }

    /// Environment files have images, and SDK profiles, which name some of them.
    package var environment: [any EnvironmentSection] {
        [BrandingImageEnvironmentSection(), ProfileEnvironmentSection()]
    }

    /// Adds its routes: the profile of apps, images for anybody, and both for testers.
    package func addRoutes(to doors: Doors) {
        ProfileDeviceController(store: store, origin: doors.origin)
            .addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
        BrandingImageDeviceController(store: images).addRoutes(to: doors.device.open)
        addLibrary(to: doors)
        ApplicationProfileMockController(store: applications, bodyLimit: limits.message, pageLimit: limits.page)
            .addRoutes(to: doors.admin.mock(.applications))
    }

    private func addLibrary(to doors: Doors) {
        let mock = doors.admin.mock(.profiles)
        let editing = ProfileMockController(
            store: library, origin: doors.origin, bodyLimit: limits.environment, pageLimit: limits.page)
        editing.addRoutes(to: mock)
        editing.addReview(to: doors.admin.mock(.profiles, access: .read))
        ProfileVersionMockController(store: library, pageLimit: limits.page).addRoutes(to: mock)
        ProfilePreviewMockController(store: store, origin: doors.origin).addRoutes(to: mock)
        BrandingImageMockController(
            store: images, origin: doors.origin, imageLimit: limits.image, pageLimit: limits.page
        ).addRoutes(to: mock)
    }

    /// The prospective result of registering an app on a device.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if the device was deleted meanwhile.
    package func outlook(_ bundle: BundleIdentifier, _ identity: DeviceIdentity) async throws
        -> AppRegistrationOutlook
    {
        let profile = try await store.preview(bundle, onDevice: identity.deviceID)
        let reason: String? =
            switch profile.outcome {
            case .applicationRetired: "The app \(bundle) is retired."
            case .blocked: "The device is blocked."
            default: nil
            }
        return AppRegistrationOutlook(
            blockedReason: reason, isSingleSignOnEnabled: profile.isSingleSignOnEnabled)
    }

    /// The composition of SDK profiles: the version of the whole, and the source of each payload.
    package func payloads(of contributions: [ProfileContribution]) async throws
        -> (version: Int64, payloads: [PayloadSource])
    {
        try await store.sources(of: contributions)
    }
}
