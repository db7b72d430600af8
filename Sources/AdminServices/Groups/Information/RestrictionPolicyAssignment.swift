import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import GRDB
import Hummingbird

/// Which user groups the restriction policy of an organization group applies to, changed one by one (AdminGroups,
/// "Enrollment").
///
/// `PATCH /api/system/enrollment/restriction-policies/{id}/organization-group/{organizationGroupUuid}`, version 2, answers what
/// became of each user group.
struct RestrictionPolicyAssignmentAdminController {
    let store: GroupInformationStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let policies = "/api/system/enrollment/restriction-policies"
        routes.on(.patch, "\(policies)/{id}/organization-group/{organizationGroupUuid}", [2: assign])
    }

    @Sendable private func assign(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        guard let operation = RestrictionPolicyOperation(rawValue: try fields.text("op")?.lowercased() ?? "add") else {
            throw fields.wrong("op", "has to be add, remove or replace")
        }
        guard let uuids = try fields.texts("user_group_uuids") else {
            throw ConsoleError(.badRequest, "user_group_uuids has to be a list of uuids of user groups.")
        }
        let text = try call.context.pathParameter("organizationGroupUuid")
        let outcomes = try await store.assign(
            operation, uuids, of: try call.context.pathParameter("id"),
            at: try call.reference("organizationGroupUuid", else: OrganizationGroupStore.missing(text)),
            by: call.identity)
        return .body(
            RestrictionPolicyOutcomesBody(outcomes, href: call.request.uri.path), root: "RestrictionPolicyAssignment")
    }
}

/// What is done with user groups of a restriction policy.
enum RestrictionPolicyOperation: String, Sendable {
    case add, remove, replace
}

/// What became of user groups; names as on the wire.
struct RestrictionPolicyOutcomesBody: Encodable, Sendable {
    /// What became of one.
    struct Outcome: Encodable, Sendable {
        let message: String
        let status: String
        let user_group_uuid: String
    }

    /// Where the policy is.
    struct Links: Encodable, Sendable {
        let href: String
    }

    let _links: Links
    let statusResponse: [Outcome]

    init(_ outcomes: [(uuid: String, refusal: String?)], href: String) {
        _links = Links(href: href)
        statusResponse = outcomes.map {
            Outcome(
                message: $0.refusal ?? "", status: $0.refusal == nil ? "Success" : "Failure", user_group_uuid: $0.uuid)
        }
    }
}

extension GroupInformationStore {
    /// Changes the user groups that the policy of a group applies to; those that cannot be changed are left out.
    ///
    /// - Parameters:
    ///   - operation: What is done.
    ///   - uuids: The user groups.
    ///   - policy: Uuid of the policy.
    ///   - reference: The group that it is of.
    ///   - administrator: Who does it.
    /// - Returns: The user groups, each with the reason if it was left out.
    /// - Throws: ``ConsoleError`` `notFound` for an unknown policy, or one of another group.
    func assign(
        _ operation: RestrictionPolicyOperation, _ uuids: [String], of policy: String, at reference: RecordReference,
        by administrator: AdministratorIdentity
    ) async throws -> [(uuid: String, refusal: String?)] {
        try await database.write { transaction in
            let db = transaction.db
            let home = try OrganizationGroupStore.group(reference, in: administrator.subtree, db)
            guard RestrictionPolicy.uuid(of: home) == policy.lowercased() else {
                throw ConsoleError(.notFound, "Restriction policy \(policy.prefix(60)) not found.")
            }
            let former = try EnrollmentRestrictions.userGroups(namedBy: try home.storedID(), db)
            var groups = operation == .replace ? [] : former
            let outcomes = try uuids.map { uuid -> (uuid: String, refusal: String?) in
                guard let reference = RecordReference(uuid), let group = try UserGroupRecord.find(reference, db),
                    try administrator.subtree.contains(OrganizationGroupStore.group(id: group.groupId, db))
                else { return (uuid, "There is no user group \(uuid.prefix(80)).") }
                let isNamed = groups.contains { $0.id == group.id }
                if operation == .remove {
                    groups.removeAll { $0.id == group.id }
                    return (uuid, isNamed ? nil : "The policy does not apply to \(group.name).")
                }
                if !isNamed { groups.append(group) }
                return (uuid, nil)
            }
            try replace(former, with: groups, at: home, by: administrator, in: transaction)
            return outcomes
        }
    }
}
