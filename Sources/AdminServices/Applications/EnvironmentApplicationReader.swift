import ConsoleModel
import DeviceProtocol

/// Reads applications of an environment file.
enum EnvironmentApplicationReader {
    private static let keys = [
        "bundleId", "uuid", "name", "type", "platform", "version", "status", "store", "push", "profile",
        "assignments", "exclusions",
    ]

    static func read(_ node: EnvironmentNode) -> EnvironmentApplication? {
        guard let mapping = node.mapping(keys), let bundleNode = mapping.required("bundleId"),
            let bundle = bundleNode.text(1...255)
        else { return nil }
        if BundleIdentifier(bundle) == nil { bundleNode.complain("must be \(BundleIdentifier.rule)") }
        var application = EnvironmentApplication(
            position: mapping.position, bundleId: bundle, name: mapping["name"]?.text(1...255) ?? bundle)
        application.uuid = mapping["uuid"]?.uuid
        application.type = mapping["type"]?.choice(AppKind.allCases.map(\.rawValue)) ?? AppKind.uploaded.rawValue
        application.platform = mapping["platform"]?.text(1...64) ?? "Apple"
        application.version = mapping["version"]?.text(0...64) ?? ""
        application.status = mapping["status"]?.choice(ApplicationRecord.statuses) ?? "Active"
        application.store = EnvironmentPublicApplicationReader.read(mapping["store"], of: application)
        application.push = EnvironmentPush.read(mapping["push"])
        readProfile(of: &application, mapping["profile"])
        application.assignments = mapping["assignments"]?.list.compactMap(assignment) ?? []
        application.exclusions = EnvironmentReference.list(mapping["exclusions"])
        complainAboutTwins(application.assignments.map(\.smartGroup), mapping["assignments"])
        complainAboutTwins(application.exclusions, mapping["exclusions"])
        return application
    }

    private static func complainAboutTwins(_ names: [EnvironmentReference], _ node: EnvironmentNode?) {
        var seen: Set<String> = []
        for name in names where !seen.insert("\(name.group ?? "")/\(name.name)".lowercased()).inserted {
            node?.complain("the smart group \(name.name) stands here twice")
        }
    }

    /// `none`, `default`, or a reference; a profile that is really called so is written as a mapping.
    private static func readProfile(of application: inout EnvironmentApplication, _ node: EnvironmentNode?) {
        guard let node else { return }
        if !node.isMapping, let mode = node.scalar.flatMap({ ProfileMode(rawValue: $0.text) }), mode != .custom {
            application.profileMode = mode
            return
        }
        application.profile = EnvironmentReference.read(node)
        application.profileMode = .custom
    }

    private static func assignment(_ node: EnvironmentNode) -> EnvironmentAssignment? {
        guard let mapping = node.mapping(["smartGroup", "priority", "configuration"]),
            let smartGroup = mapping.required("smartGroup").flatMap({ EnvironmentReference.read($0) })
        else { return nil }
        return EnvironmentAssignment(
            smartGroup: smartGroup,
            priority: mapping["priority"]?.integer(0...RuleDocument.maximumPriority) ?? 0,
            configuration: configuration(mapping["configuration"]))
    }

    private static func configuration(_ node: EnvironmentNode?) -> [JSONValue] {
        guard let node else { return [] }
        let pairs = node.list
        if pairs.count > ManagedConfiguration.maximumPairs {
            node.complain("must not have more than \(ManagedConfiguration.maximumPairs) pairs")
        }
        return pairs.compactMap { pair in
            let members = pair.jsonMembers(maximum: 50, reserved: [])
            let complete = ManagedConfiguration.completed(.object(members))
            if complete == nil { pair.complain("must have a key, a text that is not empty") }
            return complete
        }
    }
}
