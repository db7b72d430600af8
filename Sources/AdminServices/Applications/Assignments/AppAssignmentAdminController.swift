import ConsoleHTTP
import ConsolePlatform
import Foundation
import Hummingbird

/// The assignments of apps (AdminApplications, "Assignments" and "Assignment rules").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/internal/{id}/assignments` | 201; gives the app to further smart groups |
/// | PUT | `/api/mam/apps/internal/{id}/assignments` | 204; changes how smart groups get it |
/// | DELETE | `/api/mam/apps/internal/{id}/assignments` | 204; takes it from smart groups |
/// | POST | `/api/mam/apps/internal/{id}/smartgroups/{smartGroupId}` | 201; gives it to one |
/// | DELETE | `/api/mam/apps/internal/{id}/smartgroups/{smartGroupId}` | 204; takes it from one |
/// | GET | `/api/mam/apps/{id}/assignment-rules` | the rules |
/// | PUT | `/api/mam/apps/{id}/assignment-rules` | 202; replaces the rules |
/// | GET | `/api/mam/apps/{id}/assignment-rule` | the rules |
/// | PUT | `/api/mam/apps/{id}/assignment-rule` | 202; replaces the rules |
struct AppAssignmentAdminController {
    let store: AppAssignmentStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/apps/internal/{id}/assignments", add)
        routes.put("/api/mam/apps/internal/{id}/assignments", update)
        routes.delete("/api/mam/apps/internal/{id}/assignments", remove)
        routes.post("/api/mam/apps/internal/{id}/smartgroups/{smartGroupId}", addOne)
        routes.delete("/api/mam/apps/internal/{id}/smartgroups/{smartGroupId}", removeOne)
        for path: RouterPath in ["/api/mam/apps/{id}/assignment-rules", "/api/mam/apps/{id}/assignment-rule"] {
            let version = path.description.hasSuffix("s") ? 2 : 1
            routes.get(path, [version: rules])
            routes.on(.put, path, [version: replace])
        }
    }

    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        guard let settings = try fields.object("DeploymentParameters") else { throw DeploymentSettings.missing }
        try await store.add(
            try Self.smartGroups(fields), try DeploymentSettings(settings), to: try Self.app(call), by: call.identity,
            else: AppRefusal.missing)
        return .empty(.created)
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let removed = try fields.integers("SmartGroupIdsForDeletion") ?? []
        let changed = try removed.isEmpty ? Self.smartGroups(fields) : fields.integers("SmartGroupIds") ?? []
        try await store.update(
            changed, try fields.object("DeploymentParameters").map { try DeploymentSettings($0) }, removing: removed,
            of: try Self.app(call), by: call.identity, else: AppRefusal.missing)
        return .empty(.noContent)
    }

    @Sendable private func remove(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.remove(
            try Self.smartGroups(try await call.fields()), from: try Self.app(call), by: call.identity,
            else: AppRefusal.missing)
        return .empty(.noContent)
    }

    @Sendable private func addOne(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.add(
            [try Self.smartGroup(call)], DeploymentSettings(), to: try Self.app(call), by: call.identity,
            else: AppRefusal.missing)
        return .empty(.created)
    }

    @Sendable private func removeOne(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.remove(
            [try Self.smartGroup(call)], from: try Self.app(call), by: call.identity, else: AppRefusal.missing)
        return .empty(.noContent)
    }

    @Sendable private func rules(_ call: AdminCall) async throws -> AdminAnswer {
        let missing = AppRefusal.missingLater
        let state = try await store.of(nil).state(
            of: try call.reference(else: missing), for: call.identity, else: missing)
        return .body(AssignmentRulesBody(state), root: "AssignmentRules")
    }

    @Sendable private func replace(_ call: AdminCall) async throws -> AdminAnswer {
        let missing = AppRefusal.missingLater
        let reference = try call.reference(else: missing)
        let fields = try await call.fields()
        guard let written = fields.list("assignments") else {
            // An empty body must not take the app from everybody; that there is no such app comes before that.
            _ = try await store.of(nil).state(of: reference, for: call.identity, else: missing)
            throw RuleDocument.wrong("assignments is missing: the rules that replace those there are, [] for none")
        }
        let rules = try written.enumerated().map { index, value in
            try RuleDocument(fields.isXML ? value.asRuleOfXML : value, path: "assignments[\(index)]")
        }
        let excluded = try fields.texts("excluded_smart_groups") ?? []
        try await store.of(nil).replace(
            rules, excluded: excluded.map { $0.lowercased() }, of: reference, by: call.identity, else: missing)
        return .empty(.accepted)
    }

    private static func app(_ call: AdminCall) throws -> RecordReference {
        try call.reference(else: AppRefusal.missing)
    }

    private static func smartGroups(_ fields: AdminFields) throws -> [Int64] {
        guard let ids = try fields.integers("SmartGroupIds"), !ids.isEmpty, Set(ids).count == ids.count else {
            throw fields.wrong("SmartGroupIds", "has to be a list of different ids of smart groups")
        }
        return ids
    }

    /// The smart group in the path.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is no id.
    static func smartGroup(_ call: AdminCall) throws -> Int64 {
        let text = try call.context.pathParameter("smartGroupId")
        guard let id = Int64(text) else {
            throw ConsoleError(
                .badRequest, "Smart Group not found with Id: \(text.prefix(40)) or User does not have access to it.")
        }
        return id
    }
}
