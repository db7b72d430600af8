import ConsolePlatform
import Foundation

/// The body with which a client makes an app of an upload (AdminApplications, "Installing").
struct InstallOrder: Sendable {
    /// Where the package is.
    enum Source: Sendable {
        case blob(RecordReference)
        case chunks(String)
    }

    let source: Source
    /// Name of the file.
    let file: BlobFileName
    let platform: AppPlatform
    let name: String
    /// Version for the console; empty for that of the package.
    let consoleVersion: String
    /// For packages that are not opened.
    let bundle: String?
    /// For packages that are not opened.
    let version: String?
    /// For packages that are not opened.
    let minimumOS: String
    let models: [AppModel]
    let pushMode: AppPushMode
    let group: RecordReference?
    /// An uploaded picture that takes the place of the icon in the package.
    let icon: RecordReference?
    let carriesAssignments: Bool
    let information: AppInformation

    /// Reads a body of either spelling.
    ///
    /// - Parameters:
    ///   - reader: The members of the body.
    ///   - source: Where the package is.
    ///   - uploadedName: Its name when it was uploaded.
    /// - Throws: ``ConsoleError`` `badRequest` with the sentences clients know.
    init(_ reader: AppFields, _ source: Source, uploadedAs uploadedName: BlobFileName?) throws {
        self.source = source
        name = try reader.text("ApplicationName")?.trimmingCharacters(in: .whitespaces) ?? ""
        if name.isEmpty { throw ConsoleError(.badRequest, "Application name cannot be empty") }
        let known = try Self.file(reader, source) ?? uploadedName.flatMap { Self.isApp($0) ? $0 : nil }
        let device = try reader.text("DeviceType") ?? ""
        let named = AppPlatform(device)
        if !device.isEmpty, named == nil {
            throw ConsoleError(.badRequest, "Device type \(device.prefix(40)) is invalid.")
        }
        let ofFile = known.flatMap { AppPlatform(ending: $0.ending) }
        guard let platform = Self.platform(ofFile, named),
            let file = known ?? BlobFileName("\(name.prefix(200)).\(platform.ending)")
        else { throw ConsoleError(.badRequest, Self.nameRule(source)) }
        (self.platform, self.file) = (platform, file)
        models = try reader.models(platform)
        pushMode = try reader.pushMode() ?? .auto
        consoleVersion = try reader.text("AppVersion", "app_uem_version", maximum: 64) ?? ""
        bundle = try reader.text("BundleId")
        version = try reader.text("ActualFileVersion", maximum: 64)
        minimumOS = try reader.text("MinimumOperatingSystem", maximum: 64) ?? ""
        group = try reader.reference("LocationGroupId", "organization_group_uuid", "OrganizationGroupId")
        icon = try reader.icon()
        carriesAssignments = try reader.bool("CarryOverAssignments", "carryover_assignments") ?? false
        information = try reader.information(over: AppInformation())
    }

    /// The kind of a file counts more than the client's word for it, but several platforms share endings.
    private static func platform(_ ofFile: AppPlatform?, _ named: AppPlatform?) -> AppPlatform? {
        guard let ofFile else { return named }
        return named?.ending == ofFile.ending ? named : ofFile
    }

    /// Where the package is.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is missing.
    static func source(_ reader: AppFields) throws -> Source {
        if let uuid = try UploadReference.uuid(reader.fields, reader.name("TransactionId")) { return .chunks(uuid) }
        guard let blob = try reader.reference("BlobId") else {
            throw ConsoleError(.badRequest, "Either BlobId or TransactionId is required.")
        }
        return .blob(blob)
    }

    private static func file(_ reader: AppFields, _ source: Source) throws -> BlobFileName? {
        guard let text = try reader.text("FileName"), !text.isEmpty else { return nil }
        guard let name = BlobFileName(text), isApp(name) else { throw ConsoleError(.badRequest, nameRule(source)) }
        return name
    }

    private static func isApp(_ name: BlobFileName) -> Bool { AppPlatform(ending: name.ending) != nil }

    private static func nameRule(_ source: Source) -> String {
        let suffix = if case .chunks = source { " when Transaction Id is passed" } else { "" }
        return "File name with valid extension is required" + suffix
    }
}
