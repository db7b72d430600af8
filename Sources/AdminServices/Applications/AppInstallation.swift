import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// The settings that come to a device with the installation of an app (AdminApplications, "Managed configuration").
struct AppInstallation: Sendable {
    let device: DeviceRecord
    let application: ApplicationRecord
    /// The smart group by which the device gets the app.
    let smartGroup: SmartGroupRecord
    /// Whether the app goes out by itself.
    let rule: RuleDocument
    let configuration: ManagedConfiguration
    /// The last order for the app on the device; nil for none.
    let request: ApplicationRequestRecord?

    /// The installation of an app on a device of a subtree.
    ///
    /// - Parameters:
    ///   - bundle: The app.
    ///   - identifier: The device.
    ///   - subtree: What the caller may see.
    ///   - serverURL: Where clients find the console.
    ///   - oneTimeToken: What stands for `{OneTimeToken}`; nil to leave the name.
    ///   - db: The database.
    /// - Returns: The installation.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device, or an app that it does not get, with the reason.
    static func of(
        _ bundle: BundleIdentifier, onDevice identifier: DeviceIdentifier, in subtree: Subtree, serverURL: String,
        oneTimeToken: String? = nil, _ db: GRDB.Database
    ) throws -> AppInstallation {
        let device = try DeviceStore.device(identifier, in: subtree, db)
        let resolution = try AssignmentResolver.resolve(bundle: bundle, on: device, explained: true, db)
        let isGiven = ![.noApplication, .applicationRetired, .blocked, .notAssigned].contains(resolution.outcome)
        guard isGiven, let application = resolution.application,
            let (smartGroup, rule) = try assignment(of: application, to: device, db)
        else {
            let reason = resolution.steps.last { !$0.holds }?.finding ?? ""
            throw ConsoleError(.notFound, "The device does not get the app \(bundle). \(reason)")
        }
        let id = try device.storedID()
        let group = try OrganizationGroupStore.group(id: device.groupId, db)
        let replaces = try OrganizationGroupStore.settings(of: group, db).isOn(.replaceLookupValues)
        let lookups =
            try replaces ? LookupValues(of: device, serverURL: serverURL, oneTimeToken: oneTimeToken, db) : nil
        return AppInstallation(
            device: device, application: application, smartGroup: smartGroup, rule: rule,
            configuration: ManagedConfiguration(
                rule.list(ManagedConfiguration.member), lookups: lookups),
            request: try ApplicationRequestRecord.all(of: try application.storedID(), on: [id], db)[id])
    }

    /// The first assignment whose smart group contains the device.
    private static func assignment(
        of application: ApplicationRecord, to device: DeviceRecord, _ db: GRDB.Database
    ) throws -> (SmartGroupRecord, RuleDocument)? {
        let id = try device.storedID()
        let found = try AssignmentState.load(of: try application.storedID(), db).assigned.first {
            try SmartGroupMembership.contains(device: id, in: try $0.smartGroup.storedID(), db)
        }
        return found.map { ($0.smartGroup, $0.rule) }
    }
}
