import Hummingbird

/// Apps: uploads, the catalogue, assignments, icons.
extension ConsoleRouters {
    private var appInstaller: AppInstaller {
        AppInstaller(
            blobs: parts.blobs, uploads: parts.uploads, spool: parts.spool,
            acceptsUnreadable: configuration.acceptsUnreadablePackages)
    }

    /// Routes of the admin REST API.
    func addApplications(to routes: AdminRoutes) {
        let limits = configuration.limits
        let upload = BlobUpload(spool: parts.spool, limit: limits.blob)
        BlobAdminController(store: parts.blobs, upload: upload).addRoutes(to: routes)
        BlobChunkAdminController(blobs: parts.blobs, uploads: parts.uploads, upload: upload).addRoutes(to: routes)
        UploadAdminController(store: parts.uploads, bodyLimit: limits.chunk).addRoutes(to: routes)
        AppCatalogAdminController(store: parts.catalog, installer: appInstaller, origin: origin).addRoutes(to: routes)
        MacAppAdminController(installer: MacAppInstaller(installer: appInstaller), origin: origin)
            .addRoutes(to: routes)
        AppAssignmentAdminController(store: AppAssignmentStore(catalog: parts.catalog)).addRoutes(to: routes)
        AppDeviceAdminController(store: parts.catalog, origin: origin).addRoutes(to: routes)
    }

    /// Icons, for anybody.
    func addApplicationIcons(to router: Router<DeviceServicesContext>) {
        AppIconDeviceController(store: parts.catalog).addRoutes(to: router)
    }
}
