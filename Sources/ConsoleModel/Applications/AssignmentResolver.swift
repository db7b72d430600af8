import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// The outcome of the question "which SDK profile does this app get on this device?".
package enum ResolutionOutcome: String, CaseIterable, Sendable {
    /// A profile was found.
    case profile
    /// No group on the way to the root has the application.
    case noApplication
    /// The application is retired or deactivated.
    case applicationRetired
    /// The device is blocked.
    case blocked
    /// None of its assignments includes the device.
    case notAssigned
    /// The application gives no profile.
    case noProfile
    /// The application gives the group's default, and no group up to the root sets one.
    case noDefaultProfile
}

/// One step of a resolution.
package struct ResolutionStep: Sendable {
    /// What the step checked: `group`, `application`, `assignment`, `profile`.
    package let rule: String
    /// Whether the resolution could go on after it.
    package let holds: Bool
    /// The finding, as a sentence.
    package let finding: String

    /// Made of its parts.
    package init(rule: String, holds: Bool, finding: String) {
        self.rule = rule
        self.holds = holds
        self.finding = finding
    }
}

/// An SDK profile that takes part in what an app gets.
package struct ProfileContribution: Hashable, Sendable {
    /// Id of the profile.
    package let profileID: Int64
    /// Code of the group that makes it its default; nil for an app's own.
    package let group: String?

    /// Made of its parts.
    package init(profileID: Int64, group: String?) {
        self.profileID = profileID
        self.group = group
    }
}

/// The answer, with the steps that led to it.
package struct Resolution: Sendable {
    package let outcome: ResolutionOutcome
    /// The application record, if one was found.
    package let application: ApplicationRecord?
    /// The SDK profiles that take part, the nearest first; each adds the payload types that those before it lack.
    package let contributions: [ProfileContribution]
    /// The steps, in order.
    ///
    /// Empty if no explanation was asked for.
    package let steps: [ResolutionStep]

    /// Made of its parts.
    package init(
        outcome: ResolutionOutcome, application: ApplicationRecord?, contributions: [ProfileContribution],
        steps: [ResolutionStep]
    ) {
        self.outcome = outcome
        self.application = application
        self.contributions = contributions
        self.steps = steps
    }

    /// Id of the SDK profile; the nearest one if there are several.
    package var profileID: Int64? { contributions.first?.profileID }
}

/// Answers which SDK profile an app gets on a device, and why: group, application, assignment, smart group, profile.
package enum AssignmentResolver {
    /// Resolves.
    ///
    /// - Parameters:
    ///   - bundle: The app.
    ///   - device: The device it runs on.
    ///   - explained: Whether to explain the steps, which costs more.
    ///   - db: The database.
    /// - Returns: The profile, or why there is none.
    /// - Throws: What the database throws.
    package static func resolve(
        bundle: BundleIdentifier, on device: DeviceRecord, explained: Bool = false, _ db: GRDB.Database
    ) throws -> Resolution {
        var walk = Walk(explained: explained)
        let group = try OrganizationGroupStore.group(id: device.groupId, db)
        walk.note("group", true, "The device is in \(group.name) (\(group.code)).")
        let versions = try ApplicationStore.nearest(
            bundle: bundle.value, platform: device.platform, from: group, db)
        guard let newest = versions.first else {
            walk.note("application", false, "No group from \(group.code) up to the root has the app \(bundle).")
            return walk.end(.noApplication, nil)
        }
        guard newest.isActive else {
            walk.note("application", false, "The app \(newest.name) is \(newest.status.lowercased()).")
            return walk.end(.applicationRetired, newest)
        }
        if explained { try note(versions, &walk, db) }
        guard device.complianceStatus != ComplianceStatus.blocked.rawValue else {
            walk.note("compliance", false, "The device is blocked.")
            return walk.end(.blocked, newest)
        }
        // The newest version that is given to the device; older ones are for devices that do not get it yet.
        guard let application = try versions.first(where: { try isAssigned($0, device: device, walk: &walk, db) })
        else { return walk.end(.notAssigned, newest) }
        return try profile(of: application, in: group, walk: walk, db)
    }

    private static func note(_ versions: [ApplicationRecord], _ walk: inout Walk, _ db: GRDB.Database) throws {
        guard let newest = versions.first else { return }
        let owner = try OrganizationGroupStore.group(id: newest.groupId, db)
        let names = versions.map { $0.version.isEmpty ? "one without a version" : $0.version }
        let suffix = versions.count > 1 ? ", in the versions \(names.joined(separator: ", "))" : ""
        walk.note("application", true, "The nearest record is \(newest.name) of \(owner.code)\(suffix).")
    }

    /// Whether the device is in a smart group that the app is never given to.
    private static func isExcluded(
        _ applicationID: Int64, deviceID: Int64, walk: inout Walk, _ db: GRDB.Database
    ) throws -> Bool {
        for smartGroup in try ExclusionRecord.smartGroups(of: applicationID, db)
        where try SmartGroupMembership.contains(device: deviceID, in: smartGroup, db) {
            if walk.explained {
                let name = try SmartGroupRecord.stored(smartGroup, db)?.name ?? ""
                walk.note(
                    "assignment", false, "The app excludes the smart group \(name), which contains the device.")
            }
            return true
        }
        return false
    }

    private static func isAssigned(
        _ application: ApplicationRecord, device: DeviceRecord, walk: inout Walk, _ db: GRDB.Database
    ) throws -> Bool {
        guard let applicationID = application.id, let deviceID = device.id else { return false }
        let assignments = try AssignmentRecord.ordered(of: applicationID, db)
        if assignments.isEmpty { walk.note("assignment", false, "The app has no assignments.") }
        if try isExcluded(applicationID, deviceID: deviceID, walk: &walk, db) { return false }
        for assignment in assignments {
            let isMember = try SmartGroupMembership.contains(
                device: deviceID, in: assignment.smartGroupId, db)
            if walk.explained {
                let name = try SmartGroupRecord.stored(assignment.smartGroupId, db)?.name ?? ""
                let why = try SmartGroupMembership.explain(device: deviceID, in: assignment.smartGroupId, db)
                let verb = isMember ? "contains" : "does not contain"
                walk.note(
                    "assignment", isMember,
                    "The smart group \(name) (priority \(assignment.priority)) \(verb) the device: \(why.reason).")
            }
            if isMember { return true }
        }
        return false
    }

    private static func profile(
        of application: ApplicationRecord, in group: OrganizationGroupRecord, walk: Walk, _ db: GRDB.Database
    ) throws -> Resolution {
        var walk = walk
        switch application.profileMode {
        case .none:
            walk.note("profile", false, "The app is given no SDK profile.")
            return walk.end(.noProfile, application)
        case .custom:
            walk.note("profile", true, "The app has an SDK profile of its own.")
            return walk.end(
                .profile, application, application.profileId.map { [ProfileContribution(profileID: $0, group: nil)] })
        case .default:
            let chain = try defaultProfiles(from: group, db)
            guard let nearest = chain.first else {
                walk.note("profile", false, "No group from \(group.code) up to the root sets a default SDK profile.")
                return walk.end(.noDefaultProfile, application)
            }
            let owner = nearest.group ?? ""
            walk.note(
                "profile", true, "The app has the default SDK profile of its device's group, which \(owner) sets.")
            for above in chain.dropFirst() {
                walk.note("profile", true, "Payload types it lacks come from the default of \(above.group ?? "").")
            }
            return walk.end(.profile, application, chain)
        }
    }

    /// The SDK profiles of an app's newest version, whoever it is assigned to: a device that is not enrolled is in no
    /// smart group.
    ///
    /// - Parameters:
    ///   - bundle: The app.
    ///   - device: The device that had it.
    ///   - db: Where to look.
    /// - Returns: The profiles, the nearest first; none of an app that is not active.
    /// - Throws: What the database throws.
    package static func unassignedProfiles(
        of bundle: BundleIdentifier, on device: DeviceRecord, _ db: GRDB.Database
    ) throws -> [ProfileContribution] {
        let group = try OrganizationGroupStore.group(id: device.groupId, db)
        let versions = try ApplicationStore.nearest(
            bundle: bundle.value, platform: device.platform, from: group, db)
        guard let newest = versions.first, newest.isActive else { return [] }
        return try profile(of: newest, in: group, walk: Walk(explained: false), db).contributions
    }

    /// The default profiles of a group and of those above it, the nearest first.
    ///
    /// A group that sets "none" ends the search, and so does a profile that does not inherit.
    package static func defaultProfiles(
        from group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws -> [ProfileContribution] {
        var chain: [ProfileContribution] = []
        for owner in try OrganizationGroupStore.ancestorsAndSelf(of: group, db).reversed() {
            let setting = try OrganizationGroupStore.overrides(at: try owner.storedID(), db)[.defaultProfile]
            guard let setting else { continue }
            guard case .string(let uuid) = setting,
                let row = try Row.fetchOne(
                    db, sql: "SELECT id, inherits FROM sdkProfile WHERE uuid = ?", arguments: [uuid])
            else { break }
            let id: Int64 = row["id"]
            if !chain.contains(where: { $0.profileID == id }) {
                chain.append(ProfileContribution(profileID: id, group: owner.code))
            }
            let inherits: Bool = row["inherits"]
            if !inherits { break }
        }
        return chain
    }
}

/// Collects the steps.
private struct Walk {
    let explained: Bool
    private var steps: [ResolutionStep] = []

    init(explained: Bool) {
        self.explained = explained
    }

    mutating func note(_ rule: String, _ holds: Bool, _ finding: @autoclosure () -> String) {
        if explained { steps.append(ResolutionStep(rule: rule, holds: holds, finding: finding())) }
    }

    func end(
        _ outcome: ResolutionOutcome, _ application: ApplicationRecord?, _ contributions: [ProfileContribution]? = nil
    ) -> Resolution {
        Resolution(outcome: outcome, application: application, contributions: contributions ?? [], steps: steps)
    }
}
