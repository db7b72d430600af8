import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// MDM profiles of the admin REST API (AdminProfiles).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/profiles/search` | a page of profiles, versions 1 and 2; 204 if there are none |
/// | POST | `/api/mdm/profiles/search` | a page of profiles, version 3 |
/// | GET | `/api/mdm/profiles/{id}` | one profile with its payloads, versions 2 to 4 |
/// | GET | `/api/mdm/profiles/{id}/devices` | a page of its devices; 204 if there are none |
/// | POST | `/api/mdm/profiles/platforms/{platform}/create` | makes one; its id |
/// | POST | `/api/mdm/profiles/platforms/{platform}/update` | changes one |
/// | DELETE | `/api/mdm/profiles/{id}` | deletes it |
/// | POST | `/api/mdm/profiles/{id}/activate` | puts it in force |
/// | POST | `/api/mdm/profiles/{id}/deactivate` | puts it out of force |
/// | POST | `/api/mdm/profiles/{id}/install` | orders it onto a device |
/// | POST | `/api/mdm/profiles/{id}/remove` | orders it off a device |
struct MDMProfileAdminController {
    let store: MDMProfileStore
    let origin: PublicOrigin
    /// Bytes of a profile.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mdm/profiles/search", [1: search, 2: search2])
        routes.on(.post, "/api/mdm/profiles/search", access: .read, [3: search3])
        routes.get("/api/mdm/profiles/{id}", [2: show, 3: show3, 4: show3])
        routes.get("/api/mdm/profiles/{id}/devices", [1: devices, 2: devices])
        routes.on(.post, "/api/mdm/profiles/platforms/{platform}/create", [1: create, 2: create])
        routes.on(.post, "/api/mdm/profiles/platforms/{platform}/update", [1: update, 2: update])
        routes.on(.delete, "/api/mdm/profiles/{id}", [1: delete, 2: delete])
        for (word, isActive) in [("activate", true), ("deactivate", false)] {
            let handler: AdminHandler = { call in
                try await store.setActive(isActive, reference(call), by: call.identity)
                return .empty(.ok)
            }
            routes.on(.post, "/api/mdm/profiles/{id}/\(word)", [1: handler, 2: handler])
        }
        for (word, command) in [("install", MDMProfileDeviceRecord.Command.install), ("remove", .remove)] {
            let handler: AdminHandler = { call in
                let locator = try DeviceLocator(try await call.fields())
                try await store.order(command, reference(call), on: locator, by: call.identity)
                return .empty(.ok)
            }
            routes.on(.post, "/api/mdm/profiles/{id}/\(word)", [1: handler, 2: handler])
        }
    }

    private func reference(_ call: AdminCall) throws -> RecordReference {
        let text = call.context.parameters.get("id") ?? ""
        return try call.reference(else: MDMProfileStore.missing(String(text.prefix(80))))
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let found = try await store.search(
            try MDMProfileSearch(call.query), in: call.identity.subtree, page: call.page())
        return .list(AdminList("Profiles", try found.map(MDMProfileBody.init)), root: "ProfileSearchResult")
    }

    @Sendable private func search2(_ call: AdminCall) async throws -> AdminAnswer {
        let found = try await store.search(
            try MDMProfileSearch(call.query), in: call.identity.subtree, page: call.page())
        let envelope = AdminList<MDMProfileBody2>.Envelope.results(href: origin.link(to: call.request))
        return .list(
            AdminList("ProfileList", try found.map(MDMProfileBody2.init), envelope: envelope),
            root: "ProfileSearchResult")
    }

    @Sendable private func search3(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let wrapped = try fields.object("profileSearchRequestV3Model")
        let (search, page) = try MDMProfileSearch.version3(wrapped ?? fields, firstPage: wrapped == nil ? 1 : 0)
        let found = try await store.search(search, in: call.identity.subtree, page: page)
        return .body(
            MDMProfilesBody3(profiles: found.items.map(MDMProfileBody3.init), total_count: found.total),
            root: "ProfileSearchResult")
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        .exactly(try await store.details(of: reference(call), for: call.identity).body, root: "Profile")
    }

    @Sendable private func show3(_ call: AdminCall) async throws -> AdminAnswer {
        .exactly(try await store.details(of: reference(call), for: call.identity).body3, root: "Profile")
    }

    @Sendable private func devices(_ call: AdminCall) async throws -> AdminAnswer {
        let found = try await store.devices(
            of: reference(call), in: call.identity.subtree, page: call.page())
        let envelope = AdminList<MDMProfileDeviceBody>.Envelope.results(href: origin.link(to: call.request))
        let devices = try found.map { try MDMProfileDeviceBody($0, udid: $0.device.identifier.uppercased()) }
        return .list(
            AdminList("profileAssignedDevices", devices, envelope: envelope), root: "ProfileDevices")
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let platform = try platform(call)
        let draft = try MDMProfileDraft(try await call.fields(limit: bodyLimit))
        return .body(try await store.create(draft, for: platform, by: call.identity), root: "int")
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let platform = try platform(call)
        let draft = try MDMProfileDraft(try await call.fields(limit: bodyLimit))
        try await store.update(draft, for: platform, by: call.identity)
        // A typed client decodes a body as a profile, so a bare id would fail it.
        return .empty(.noContent)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(reference(call), by: call.identity)
        return .empty(.ok)
    }

    private func platform(_ call: AdminCall) throws -> DevicePlatform {
        let word = try call.context.pathParameter("platform")
        guard let platform = DevicePlatform(word) else {
            let words = DevicePlatform.allCases.map { $0.rawValue.lowercased() }.joined(separator: ", ")
            throw ConsoleError(
                .badRequest, "Invalid platform \"\(word.prefix(40))\"; it has to be one of \(words).")
        }
        return platform
    }
}
