import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The internal app whose figures are asked for, and the devices that count (AdminApplications, "Figures of an app").
struct AppFiguresQuery: Sendable {
    let bundle: BundleIdentifier
    let platform: AppPlatform
    /// The organization group of the app.
    let home: RecordReference
    /// Only devices of this group and of those below it; nil for those of the app's group.
    let group: RecordReference?
    /// Only members of one of these smart groups, by uuid; none for all devices.
    let smartGroups: [String]

    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the parameter.
    init(_ query: QueryParameters) throws {
        let uuids = query.text("smartgroupuuids") ?? ""
        try self.init(
            bundle: query.text("bundleid"), platform: query.text("devicetype"),
            home: try query.group("apporganizationgroupuuid"), group: try query.group("organizationgroupuuid"),
            smartGroups: uuids.split(separator: ",").map { $0.filter { !$0.isWhitespace } })
    }

    /// Made of what a client sent.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the parameter.
    init(bundle: String?, platform: String?, home: RecordReference?, group: RecordReference?, smartGroups: [String])
        throws
    {
        guard let bundle = BundleIdentifier(bundle ?? "") else {
            throw ConsoleError(.badRequest, "bundleid has to be \(BundleIdentifier.rule).")
        }
        guard let platform = AppPlatform(platform ?? "") else {
            throw ConsoleError(.badRequest, "devicetype has to be a platform, such as Apple or 2.")
        }
        guard let home else {
            throw ConsoleError(.badRequest, "apporganizationgroupuuid is missing: the organization group of the app.")
        }
        (self.bundle, self.platform) = (bundle, platform)
        (self.home, self.group) = (home, group)
        self.smartGroups = try smartGroups.map { text in
            guard case .uuid(let uuid)? = RecordReference(text) else {
                throw ConsoleError(
                    .badRequest, "smartgroupuuids names \"\(text.prefix(40))\"; it has to be a list of uuids.")
            }
            return uuid
        }
    }
}
