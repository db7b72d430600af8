package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Apps: uploads, the catalogue, assignments, and their state on devices (AdminApplications; AdminStoreApplications;
/// AdminAPI, "Explain").
package struct ApplicationFeature: Feature {
    /// Answers what SDK profiles give together: the version of the whole, and where each payload comes from.
    package typealias PayloadSources =
        @Sendable ([ProfileContribution]) async throws -> (version: Int64, payloads: [PayloadSource])

    let blobs: BlobStore
    let uploads: UploadStore
    private let catalog: AppCatalogStore
    private let lists: AppGroupStore
    private let installer: AppInstaller
    private let payloads: PayloadSources
    private let profiles: EnvironmentTargets
    private let events: SDKEventSource
    private let database: ConsoleDatabase
    private let limits: Limits

    /// Apps go with their organization group.
    package static let groupDeletion = GroupDeletionParticipant(removing: ["application"])

    /// Makes the stores, and removes files a killed process left behind.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows who is in which smart group.
    ///   - spool: Receives uploads.
    ///   - folder: Where files of apps are kept.
    ///   - isDurable: Whether files outlive a power cut, as rows do then.
    ///   - uploadHours: Hours after the last chunk until an upload is given up.
    ///   - acceptsUnreadable: Whether an IPA that cannot be read becomes an app all the same.
    ///   - payloads: Asks where payloads of SDK profiles come from.
    ///   - profiles: Finds SDK profiles, which apps get.
    ///   - events: Asks for analytics events.
    /// - Throws: What the database throws.
    package init(
        _ core: Core, _ model: Model, spool: BodySpool, folder: DataFolder, isDurable: Bool, uploadHours: Int,
        acceptsUnreadable: Bool, payloads: @escaping PayloadSources, profiles: EnvironmentTargets,
        events: @escaping SDKEventSource
    ) async throws {
        blobs = BlobStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random,
            shelf: FileShelf(folder: folder.file("blobs"), isDurable: isDurable))
        uploads = UploadStore(
            database: core.database, clock: core.clock, random: core.random,
            shelf: FileShelf(folder: folder.file("chunks"), isDurable: isDurable), byteLimit: core.limits.blob,
            bound: core.limits.retention.uploads, lifetime: Int64(uploadHours) * 3600)
        catalog = AppCatalogStore(
            database: core.database, events: core.events, clock: core.clock, blobs: blobs, census: model.census)
        lists = AppGroupStore(database: core.database, events: core.events, clock: core.clock, random: core.random)
        installer = AppInstaller(blobs: blobs, uploads: uploads, spool: spool, acceptsUnreadable: acceptsUnreadable)
        self.payloads = payloads
        self.profiles = profiles
        self.events = events
        database = core.database
        limits = core.limits
        try await blobs.sweep()
        try await uploads.sweep()
    }

    /// Finds the files of groups that are about to be erased.
    ///
    /// - Returns: Removes them once the rows are gone, after the commit.
    @Sendable package func files(ofErased subtree: Subtree, in transaction: Transaction) throws
        -> @Sendable (Transaction) throws -> Void
    {
        let kept = try StoredFileRecord.files(of: subtree, transaction.db)
        let chunks = try UploadChunkRecord.names(of: subtree, transaction.db)
        return { [blobs, uploads] transaction in
            try blobs.release(kept, in: transaction)
            transaction.afterCommit { for name in chunks { uploads.shelf.remove(name) } }
        }
    }

    /// Environment files have apps, and lists of them.
    package var environment: [any EnvironmentSection] {
        [ApplicationEnvironmentSection(profiles: profiles), AppGroupEnvironmentSection()]
    }

    /// Uploads in chunks are given up, and certificates for pushing expire.
    package var due: [DueWork] {
        [uploads.due, DueWork("push certificate expired", count: PushStore.countExpired(in:_:))]
    }

    /// Uploaded files, and chunks of those that are on their way.
    package var files: [KeptFiles] { [blobs.files, uploads.files] }

    /// The same of a data folder whose console does not run in this process.
    package static func files(inDataFolder folder: String) -> [KeptFiles] {
        [BlobStore.files(in: "\(folder)/blobs"), UploadStore.files(in: "\(folder)/chunks")]
    }

    /// Adds its routes: apps of the admin REST API, icons for anybody, purchases and explanations for testers.
    package func addRoutes(to doors: Doors) {
        let (admin, routes) = (doors.admin, doors.admin.routes(.applications))
        addUploads(to: routes)
        addCatalog(to: routes, origin: doors.origin)
        AppIconDeviceController(store: catalog).addRoutes(to: doors.device.open)
        PurchasedAppMockController(store: catalog, bodyLimit: limits.message)
            .addRoutes(to: admin.mock(.applications))
        PushMockController(store: PushStore(catalog: catalog.of(nil)), bodyLimit: limits.message)
            .addRoutes(to: admin.mock(.applications))
        ExplanationMockController(database: database, payloads: payloads).addRoutes(to: admin.mock(.devices))
        AppInstallationMockController(
            database: database, clock: blobs.clock, random: blobs.random, origin: doors.origin
        ).addRoutes(to: admin.mock(.devices))
    }

    private func addUploads(to routes: AdminRoutes) {
        let upload = BlobUpload(spool: installer.spool, limit: limits.blob)
        BlobAdminController(store: blobs, upload: upload).addRoutes(to: routes)
        BlobChunkAdminController(blobs: blobs, uploads: uploads, upload: upload).addRoutes(to: routes)
        UploadAdminController(store: uploads, spool: installer.spool, bodyLimit: limits.chunk).addRoutes(to: routes)
    }

    private func addCatalog(to routes: AdminRoutes, origin: PublicOrigin) {
        AppCatalogAdminController(store: catalog, installer: installer, origin: origin).addRoutes(to: routes)
        MacAppAdminController(installer: MacAppInstaller(installer: installer), origin: origin).addRoutes(to: routes)
        AppAssignmentAdminController(store: AppAssignmentStore(catalog: catalog)).addRoutes(to: routes)
        AppDeviceAdminController(store: catalog, origin: origin).addRoutes(to: routes)
        PublicAppAdminController(store: catalog, origin: origin).addRoutes(to: routes)
        PurchasedAppAdminController(store: catalog, origin: origin).addRoutes(to: routes)
        AppConfigurationAdminController(store: catalog).addRoutes(to: routes)
        AppFigureAdminController(store: AppFigureStore(catalog: catalog), origin: origin).addRoutes(to: routes)
        AppGroupAdminController(store: lists).addRoutes(to: routes)
        AppGroupApplicationsAdminController(store: lists).addRoutes(to: routes)
        AppLookupAdminController(store: catalog, events: events).addRoutes(to: routes)
    }
}
