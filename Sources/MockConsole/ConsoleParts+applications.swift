/// The stores of uploads and apps.
struct ApplicationParts: Sendable {
    let blobs: BlobStore
    let uploads: UploadStore
    let catalog: AppCatalogStore

    /// Makes the stores, and removes files a killed process left behind.
    init(
        _ configuration: ConsoleConfiguration, folder: DataFolder, events: EventLogStore, census: SmartGroupCensus,
        database: Database, surroundings: Surroundings
    ) async throws {
        let (clock, random) = (surroundings.clock, surroundings.random)
        blobs = BlobStore(
            database: database, events: events, clock: clock, random: random,
            shelf: FileShelf(folder: folder.file("blobs")))
        uploads = UploadStore(
            database: database, clock: clock, random: random, shelf: FileShelf(folder: folder.file("chunks")),
            byteLimit: configuration.limits.blob, bound: configuration.retention.uploads,
            lifetime: Int64(configuration.uploadHours) * 3600)
        catalog = AppCatalogStore(database: database, events: events, clock: clock, blobs: blobs, census: census)
        try await blobs.sweep()
        try await uploads.sweep()
    }
}

extension ConsoleParts {
    var blobs: BlobStore { applications.blobs }
    var uploads: UploadStore { applications.uploads }
    var catalog: AppCatalogStore { applications.catalog }
}
