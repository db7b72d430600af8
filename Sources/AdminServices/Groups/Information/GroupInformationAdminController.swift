import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Further information of the admin REST API about a group (AdminGroups).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/groups/devicecounts` | how many devices groups have |
/// | GET | `/api/system/groups/{id}/apns` | 204 or, in version 2, no values: there is no certificate for pushing |
/// | GET | `/api/system/groups/{id}/customattributes` | 204: there are none |
/// | GET | `/api/system/groups/{id}/settings/enrollment/customization` | what users are shown |
/// | GET | `/api/system/groups/{id}/settings/agent/storage` | the room what apps send may take |
/// | GET | `/api/system/enrollment/restriction-policies` | what groups ask of devices that enroll |
/// | GET | `/api/system/enrollment/restriction-policies/{id}` | the same of one group |
/// | PATCH | `/api/system/enrollment/restriction-policies/{id}` | which user groups it is meant for; 204 |
///
/// The settings and policies also below `/api/mdm`.
struct GroupInformationAdminController {
    let store: GroupInformationStore
    let groups: OrganizationGroupStore
    /// Asks the room of logs.
    let room: GroupFeature.Room

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/groups/devicecounts", devices)
        routes.get("/api/system/groups/{id}/apns", [1: nothing, 2: certificate])
        routes.get("/api/system/groups/{id}/customattributes", nothing)
        for family in ["system", "mdm"] {
            let settings = "/api/\(family)/groups/{id}/settings"
            routes.get("\(settings)/enrollment/customization", customization)
            routes.get("\(settings)/agent/storage", [1: storage, 2: storage])
            let policies = "/api/\(family)/enrollment/restriction-policies"
            routes.get("\(policies)", [2: self.policies])
            routes.get("\(policies)/{id}", [2: policy])
            routes.on(.patch, "\(policies)/{id}", [2: assign])
        }
    }

    @Sendable private func devices(_ call: AdminCall) async throws -> AdminAnswer {
        let query = call.query
        var top: RecordReference?
        if let text = query.value("organizationgroupid"), !text.isEmpty {
            top = RecordReference(text)
            guard top != nil else { throw OrganizationGroupStore.missing(text) }
        }
        let seen = (since: try query.date("seensince"), till: try query.date("seentill", atEnd: true))
        let page = try await store.devices(
            of: top, seen: seen, in: call.identity.subtree, page: try call.page())
        return .list(
            AdminList("LocationGroups", page.map(GroupDevicesBody.init)), root: "LocationGroupDeviceCounts",
            whenEmpty: .ok)
    }

    @Sendable private func nothing(_ call: AdminCall) async throws -> AdminAnswer {
        _ = try await groups.group(try call.group(), in: call.identity.subtree)
        return .empty(.noContent)
    }

    @Sendable private func customization(_ call: AdminCall) async throws -> AdminAnswer {
        let (group, settings) = try await store.settings(of: try call.group(), in: call.identity.subtree)
        return .body(EnrollmentCustomizationBody(group, settings), root: "EnrollmentCustomization")
    }

    @Sendable private func storage(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        let room = try await room(group.code, call.identity.subtree)
        let body = AgentStorageBody(
            organization_group_uuid: group.uuid, used_bytes: room.used, capacity_bytes: room.limit ?? 0)
        return call.version < 2
            ? .body(body, root: "AgentStorage") : .body(AgentStorageBody2(body), root: "AgentStorage")
    }

    @Sendable private func certificate(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        return .body(PushCertificateBody(group), root: "PushCertificate")
    }

    @Sendable private func policies(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.policies(in: call.identity.subtree, page: try call.page())
        return .body(RestrictionPoliciesBody(page), root: "RestrictionPolicies")
    }

    @Sendable private func policy(_ call: AdminCall) async throws -> AdminAnswer {
        let policy = try await store.policy(
            try call.context.pathParameter("id"), in: call.identity.subtree)
        return .body(RestrictionPolicyBody(policy), root: "RestrictionPolicy")
    }

    @Sendable private func assign(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let uuid = try call.context.pathParameter("id")
        guard let ids = try fields.texts("user_group_uuids") ?? fields.texts("user_groups") else {
            throw ConsoleError(.badRequest, "user_group_uuids has to be a list of ids or uuids of user groups.")
        }
        let references = try ids.map { text in
            guard let reference = RecordReference(text) else {
                throw ConsoleError(.badRequest, "There is no user group \(text.prefix(80)).")
            }
            return reference
        }
        try await store.assign(uuid, to: references, by: call.identity)
        return .empty(.noContent)
    }
}
