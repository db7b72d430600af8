import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird

/// Administrators and keys in the admin REST API (AdminAPI, "Search of administrators").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/admins/search` | a page of administrators, in two versions |
/// | GET | `/api/system/v2/groups/{ogUuid}/api-keys` | API keys and OAuth clients of a group, without their secrets |
struct AdministratorSearchAdminController {
    /// The orders of searches, in SQL.
    private static let columns = [
        "username": "account.username COLLATE NOCASE", "role": "account.role", "locationgroup": "own.name",
        "status": "account.isActive", "firstname": "account.firstName COLLATE NOCASE",
        "lastname": "account.lastName COLLATE NOCASE", "email": "account.email COLLATE NOCASE",
        "lastlogintimestamp": "account.lastLoginAt",
    ]

    let store: AdministratorAccountStore
    let quota: RequestQuota

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get(
            "/api/system/admins/search",
            [
                1: {
                    .list(AdminList("Admins", try await found($0).map(AdministratorV1.init)), root: "AdminSearchResult")
                },
                2: {
                    .list(AdminList("admins", try await found($0).map(AdministratorV2.init)), root: "AdminSearchResult")
                },
            ])
        routes.get("/api/system/v2/groups/{ogUuid}/api-keys", [2: access])
    }

    private func found(_ call: AdminCall) async throws -> Page<GroupAccount<AdministratorRecord>> {
        var query = AccountQuery(in: call.identity.subtree)
        for name in ["username", "role", "firstname", "lastname", "email"] {
            if let text = call.query.value(name), !text.isEmpty { query.match(name, containing: text) }
        }
        switch call.query.value("status")?.lowercased() {
        case nil, "": break
        case "active", "true", "1": query.match("isActive", true)
        case "inactive", "false", "0": query.match("isActive", false)
        default: throw ConsoleError(.unprocessable, "status has to be Active or Inactive.", number: 1012)
        }
        if let text = call.query.value("organizationgroupid"), !text.isEmpty {
            query.match(group: try group(text))
        }
        return try await store.page(
            query, try call.page(), order: AdminPaging.order(call.query, Self.columns, default: "account.id"))
    }

    private func group(_ text: String) throws -> Int64 {
        guard case .id(let id)? = RecordReference(text) else {
            throw ConsoleError(.badRequest, "organizationgroupid has to be the integer id of an organization group.")
        }
        return id
    }

    @Sendable private func access(_ call: AdminCall) async throws -> AdminAnswer {
        let (keys, clients) = try await store.access(
            ofGroup: call.context.pathParameter("ogUuid"), in: call.identity.subtree)
        return .body(GroupAccessBody(keys, clients, quota: quota), root: "GroupAccess")
    }
}
