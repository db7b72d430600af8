import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation

/// A list of apps with everything that the admin API shows of it.
struct AppGroup: Sendable {
    let record: AppGroupRecord
    /// The organization group it belongs to.
    let group: OrganizationGroupRecord
    /// The apps, by id.
    let items: [AppGroupItemRecord]
}

/// An app a client puts on a list.
struct AppGroupEntry: Hashable, Sendable {
    let bundle: BundleIdentifier
    let name: String

    /// Made of its parts.
    init(bundle: BundleIdentifier, name: String) {
        self.bundle = bundle
        self.name = name
    }
}

/// A client's values for a list; others stay as they are.
package struct AppGroupDraft: Sendable {
    /// The most apps of a list.
    package static let itemLimit = 1000

    var name: String?
    var description: String?
    var type: AppGroupType?
    var platform: AppPlatform?
    var isActive: Bool?
    var group: RecordReference?
    /// All apps of it.
    var entries: [AppGroupEntry]?

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    init(_ reader: AppFields) throws {
        name = try reader.text("Name", "ApplicationGroupName", "AppGroupName")?.trimmingCharacters(in: .whitespaces)
        if name?.isEmpty == true { throw ConsoleError(.badRequest, "The field Name is required.") }
        description = try reader.text("Description", maximum: 4000)
        if let text = try reader.text("AppGroupType", "ApplicationGroupType", "Type"), !text.isEmpty {
            guard let type = AppGroupType(text) else {
                throw reader.fields.wrong("AppGroupType", "has to be Whitelist, Blacklist or Required")
            }
            self.type = type
        }
        if let text = try reader.text("Platform", "PlatformType"), !text.isEmpty {
            guard let platform = AppPlatform(text) else {
                throw reader.fields.wrong("Platform", "has to be a platform, such as Apple or Android")
            }
            self.platform = platform
        }
        isActive = try reader.bool("IsActive")
        group = try reader.reference(
            "OrganizationGroupId", "OrganizationGroupUuid", "LocationGroupId", "ManagedByOrganizationGroupID")
        let objects = try reader.fields.objects(reader.name("Applications", "Application", "ApplicationList"))
        guard objects?.count ?? 0 <= Self.itemLimit else {
            throw ConsoleError(.badRequest, "Applications must have at most \(Self.itemLimit) elements.")
        }
        entries = try objects?.map { try AppGroupEntry(AppFields($0)) }
        if let entries, Set(entries.map(\.bundle)).count < entries.count {
            throw ConsoleError(.badRequest, "Applications names an app twice.")
        }
    }
}

extension AppGroupEntry {
    /// Reads an app.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    init(_ reader: AppFields) throws {
        let text = try reader.text("BundleId", "ApplicationId", "AppId")?.trimmingCharacters(in: .whitespaces) ?? ""
        guard let bundle = BundleIdentifier(text) else {
            throw reader.fields.wrong("BundleId", "has to be \(BundleIdentifier.rule)")
        }
        let name = try reader.text("ApplicationName", "Name", "AppName") ?? ""
        (self.bundle, self.name) = (bundle, name.isEmpty ? bundle.value : name)
    }
}
