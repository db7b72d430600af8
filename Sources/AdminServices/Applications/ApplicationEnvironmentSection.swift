package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB
package import Yams

/// Applications in environment files, with the smart groups they are given to.
package struct ApplicationEnvironmentSection: EnvironmentListSection {
    package static let key = "applications"
    package static let entryName = "application"
    package static let definitions: [(String, JSONSchema)] = [
        ("application", application), ("assignment", assignment), ("store", EnvironmentPublicApplication.schema),
        ("storeModel", EnvironmentPublicApplication.modelSchema),
        ("storeInformation", EnvironmentPublicApplication.informationSchema), ("push", EnvironmentPush.schema),
        ("pushCertificate", EnvironmentPush.certificateSchema),
    ]

    /// Finds SDK profiles, which apps get.
    private let profiles: EnvironmentTargets

    /// A section that asks for SDK profiles.
    init(profiles: EnvironmentTargets) {
        self.profiles = profiles
    }

    /// Reads an app; nil, with a note, if it has no bundle identifier.
    package static func readEntry(_ node: EnvironmentNode) -> EnvironmentApplication? {
        EnvironmentApplicationReader.read(node)
    }

    /// An app as it is written.
    package static func writeEntry(_ application: EnvironmentApplication) -> Node {
        YAMLMapping {
            $0.add("bundleId", YAMLWriting.text(application.bundleId))
            $0.add("uuid", application.uuid.map(YAMLWriting.text))
            $0.add("name", YAMLWriting.text(application.name))
            $0.add("type", YAMLWriting.text(application.type))
            $0.addText("platform", application.platform)
            $0.addText("version", application.version)
            $0.add("status", YAMLWriting.text(application.status))
            $0.add("store", application.store.map(\.node))
            $0.add("push", EnvironmentPush.node(application.push))
            $0.add(
                "profile",
                application.profile.map(\.node) ?? YAMLWriting.text(application.profileMode.rawValue))
            $0.addList(
                "assignments",
                application.assignments.map { assignment in
                    YAMLMapping {
                        $0.add("smartGroup", assignment.smartGroup.node)
                        $0.add("priority", YAMLWriting.integer(assignment.priority))
                        $0.addList("configuration", assignment.configuration.map(Self.pair))
                    }.node
                })
            $0.addList("exclusions", application.exclusions.map(\.node))
        }.node
    }

    /// A pair without what goes without saying.
    private static func pair(_ value: JSONValue) -> Node {
        guard case .object(let members) = value else { return EnvironmentJSON.mapping([]).node }
        let spoken = members.filter { $0.name != "nested_configurations" || $0.value != .array([]) }
        return EnvironmentJSON.mapping(spoken).node
    }

    /// Imports apps and their assignments.
    package func importContent(
        _ content: [EnvironmentApplication], of group: EnvironmentGroup, in home: OrganizationGroupRecord,
        _ run: EnvironmentImportRun
    ) throws {
        for application in content {
            try run.importApplication(application, among: content, in: home, profiles: profiles)
        }
    }

    /// Apps of a group, by bundle identifier, platform and version.
    package func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws
        -> [EnvironmentApplication]?
    {
        try ApplicationRecord.filter(sql: "groupId = ?", arguments: [try group.storedID()])
            .order(sql: "bundleId, platform, version").fetchAll(export.db)
            .map { try export.application($0, profiles: profiles) }
    }
}

/// The schema of apps.
extension ApplicationEnvironmentSection {
    private static let application = JSONSchema.object(
        [
            ("bundleId", .defined("bundleId")), ("uuid", .defined("uuid")), ("name", .defined("name")),
            ("type", .word(AppKind.allCases.map(\.rawValue)).defaulting(to: .string("Internal"))),
            ("platform", .text(1...64).defaulting(to: .string("Apple"))), ("version", .text(0...64)),
            ("status", .word(ApplicationRecord.statuses).defaulting(to: .string("Active"))),
            ("store", .defined("store")), ("push", .defined("push")),
            (
                "profile",
                .any(of: [JSONSchema("enum", .array([.string("none"), .string("default")])), .defined("reference")])
                    .defaulting(to: .string("none"))
            ),
            ("assignments", .list(.defined("assignment"))), ("exclusions", .references),
        ], required: ["bundleId"]
    ).with("allOf", EnvironmentPublicApplication.applicationRules)

    private static let assignment = JSONSchema.object(
        [
            ("smartGroup", .defined("reference")),
            ("priority", .integer(0...RuleDocument.maximumPriority).defaulting(to: .number("0"))),
            (
                "configuration",
                .list(pair, maximum: ManagedConfiguration.maximumPairs)
                    .described("Pairs of the managed configuration that a device gets with the app.")
            ),
        ], required: ["smartGroup"])

    private static let pair = JSONSchema.openObject([("key", .text(1...255))], required: ["key"])
}
