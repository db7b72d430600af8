import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

extension EnvironmentImportRun {
    /// Imports an app and its assignments, which become what the file says.
    ///
    /// - Parameters:
    ///   - application: The app.
    ///   - all: Every app the file has for the group.
    ///   - home: The group.
    ///   - profiles: Finds the SDK profile it gets.
    /// - Throws: What the database throws.
    func importApplication(
        _ application: EnvironmentApplication, among all: [EnvironmentApplication], in home: OrganizationGroupRecord,
        profiles: EnvironmentTargets
    ) throws {
        let groupID = try home.storedID()
        let known = try known(application, among: all, inExactly: groupID)
        let profileID = try application.profile.flatMap { try target($0, in: home, among: profiles)?.id }
        if application.profile != nil, profileID == nil { return }
        var record = ApplicationRecord(
            id: known?.id,
            uuid: try uuid(application.uuid, known: known?.uuid, in: "application", at: application.position),
            groupId: groupID, bundleId: application.bundleId, name: application.name, type: application.recordType,
            platform: application.platform, version: application.version, status: application.status,
            profileMode: application.profileMode, profileId: profileID, createdAt: known?.createdAt ?? now)
        let assignments = try application.assignments.compactMap { try assignment($0, in: home) }
        let exclusions = try application.exclusions.compactMap { try smartGroup($0, in: home)?.storedID() }
        let given = assignments.map(\.record.smartGroupId)
        if Set(given + exclusions).count < given.count + exclusions.count {
            problems.add(
                "the app \(application.title) is given to a smart group twice, or to one it excludes",
                at: application.position, field: "assignments")
            return
        }
        let knownAssignments = try known.map { try self.assignments(of: $0) } ?? []
        let knownExclusions = try known.map { try ExclusionRecord.smartGroups(of: $0.storedID(), db) } ?? []
        let isSame = (Self.areSame(assignments, knownAssignments), exclusions == knownExclusions)
        let hasSameStore = try known.flatMap { try EnvironmentExport(db: db).store(of: $0) } == application.store
        let knownPush = try known.map { try PushSettings(of: $0.storedID(), db) } ?? PushSettings()
        let hasSamePush = application.push.isSame(as: knownPush)
        let decision = try decide(
            .application, application.bundleId, at: application.position, known: known, record: record,
            sameParts: isSame.0 && isSame.1 && hasSameStore && hasSamePush, groupID: groupID)
        guard decision != .leave else { return }
        try record.save(db)
        let id = try record.storedID()
        if !isSame.0 { try replaceAssignments(of: id, with: assignments, knowing: knownAssignments) }
        if !hasSameStore { try importStore(of: application, id) }
        if !hasSamePush { try importPush(application.push, knowing: knownPush, of: application, id) }
        if !isSame.1 { try ExclusionRecord.replaceAll(of: id, with: exclusions, in: transaction) }
    }

    /// The record that an app of the file means: the one with its uuid, else with its version; else, where both have
    /// the app in one version only, that one.
    private func known(
        _ application: EnvironmentApplication, among all: [EnvironmentApplication], inExactly groupID: Int64
    ) throws -> ApplicationRecord? {
        let bundle = application.bundleId
        let versions = try ApplicationStore.versions(of: bundle, inExactly: groupID, db)
        if let same = versions.first(where: { $0.uuid == application.uuid }) { return same }
        let platform = application.platform.lowercased()
        let found = versions.first {
            $0.version == application.version && $0.platform.lowercased() == platform
        }
        if let found { return found }
        let isOnlyOne = all.filter { $0.bundleId.lowercased() == bundle.lowercased() }.count == 1
        return isOnlyOne && versions.count == 1 ? versions.first : nil
    }

    /// An assignment with what it says beyond its place among the others.
    private struct Given {
        var record: AssignmentRecord
        /// The smart group.
        let smartGroup: SmartGroupRecord
        /// Pairs of the managed configuration.
        let configuration: [JSONValue]
        /// The rule it has in the console; nil for none.
        var rule: RuleDocument?
    }

    private func assignment(_ assignment: EnvironmentAssignment, in home: OrganizationGroupRecord) throws -> Given? {
        guard let smartGroup = try smartGroup(assignment.smartGroup, in: home) else { return nil }
        let record = AssignmentRecord(
            id: nil, applicationId: 0, smartGroupId: try smartGroup.storedID(), priority: assignment.priority,
            createdAt: now)
        return Given(record: record, smartGroup: smartGroup, configuration: assignment.configuration)
    }

    /// The assignments that an app of the console has, in order.
    private func assignments(of application: ApplicationRecord) throws -> [Given] {
        let id = try application.storedID()
        let state = try AssignmentState.load(of: id, db)
        return try AssignmentRecord.ordered(of: id, db).compactMap { record in
            guard let (smartGroup, rule) = state.assigned.first(where: { $0.smartGroup.id == record.smartGroupId })
            else { return nil }
            return Given(
                record: record, smartGroup: smartGroup, configuration: rule.managedConfiguration,
                rule: record.ruleId == nil ? nil : rule)
        }
    }

    /// Replaces the assignments of an app; a smart group that had it keeps its settings but for the configuration.
    private func replaceAssignments(of application: Int64, with new: [Given], knowing known: [Given]) throws {
        try AssignmentRecord.replaceAll(of: application, with: [], in: transaction)
        for given in new {
            var record = given.record
            record.applicationId = application
            let old = known.first { $0.record.smartGroupId == record.smartGroupId }?.rule
            if old != nil || !given.configuration.isEmpty {
                record.ruleId = try storeRule(given, in: old, of: application)
            }
            try record.insert(db)
        }
    }

    private func storeRule(_ given: Given, in old: RuleDocument?, of application: Int64) throws -> Int64 {
        var rule =
            old
            ?? RuleDocument(
                priority: given.record.priority, name: given.smartGroup.name, smartGroup: given.smartGroup.uuid, at: now
            )
        (rule.priority, rule.smartGroups) = (given.record.priority, [given.smartGroup.uuid])
        rule.set(ManagedConfiguration.member, to: .array(given.configuration))
        var record = AssignmentRuleRecord(
            id: nil, applicationId: application, priority: rule.priority,
            document: String(decoding: rule.value.encoded(), as: UTF8.self))
        try record.insert(db)
        return try record.storedID()
    }

    /// Among assignments of one priority the order counts: the first that contains a device wins.
    private static func areSame(_ new: [Given], _ known: [Given]) -> Bool {
        func inOrder(_ assignments: [Given]) -> [Int64] {
            let byPriority = Dictionary(grouping: assignments.map(\.record), by: \.priority)
            return byPriority.keys.sorted().flatMap { priority in
                [priority] + (byPriority[priority] ?? []).map(\.smartGroupId)
            }
        }
        func configurations(_ assignments: [Given]) -> [Int64: [JSONValue]] {
            Dictionary(assignments.map { ($0.record.smartGroupId, $0.configuration) }) { $1 }
        }
        return inOrder(new) == inOrder(known) && configurations(new) == configurations(known)
    }
}

extension RuleDocument {
    /// Pairs of the managed configuration, each with everything that one has.
    var managedConfiguration: [JSONValue] {
        list(ManagedConfiguration.member).compactMap(ManagedConfiguration.completed)
    }
}

extension EnvironmentExport {
    /// An app as a file has it.
    func application(_ record: ApplicationRecord, profiles: EnvironmentTargets) throws -> EnvironmentApplication {
        var application = EnvironmentApplication(position: nowhere, bundleId: record.bundleId, name: record.name)
        application.uuid = record.uuid
        application.type = try AppKind.of(record, db).rawValue
        application.store = try store(of: record)
        application.push = try PushSettings(of: record.storedID(), db)
        application.platform = record.platform
        application.version = record.version
        application.status = record.status
        application.profileMode = record.profileMode
        application.profile = try record.profileId.flatMap {
            try reference(to: .id($0), among: profiles, from: record.groupId)
        }
        let state = try AssignmentState.load(of: try record.storedID(), db)
        for assignment in try AssignmentRecord.ordered(of: try record.storedID(), db) {
            guard let smartGroup = try SmartGroupRecord.stored(assignment.smartGroupId, db) else { continue }
            application.assignments.append(
                EnvironmentAssignment(
                    smartGroup: try reference(to: smartGroup.name, of: smartGroup.groupId, from: record.groupId),
                    priority: assignment.priority,
                    configuration: state.assigned.first { $0.smartGroup.id == assignment.smartGroupId }?
                        .rule.managedConfiguration ?? []))
        }
        for id in try ExclusionRecord.smartGroups(of: try record.storedID(), db) {
            guard let smartGroup = try SmartGroupRecord.stored(id, db) else { continue }
            application.exclusions.append(
                try reference(to: smartGroup.name, of: smartGroup.groupId, from: record.groupId))
        }
        return application
    }
}
