extension DeviceRoute {
    /// Icons of apps; the built-in environment has none.
    static let applicationIcon = get(
        "applicationIcon", "/deviceservices/publicblob/{uuid}/blobhandler.pblob", isAuthenticated: false
    ).with(\.captures, ["uuid": "b10b0000-0000-4000-8000-000000008801"]).with(\.accepted, 404)

    /// Routes of apps.
    static let applications = [applicationIcon]
}
