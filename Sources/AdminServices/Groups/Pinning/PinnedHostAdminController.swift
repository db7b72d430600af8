import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird

/// Hosts whose public keys clients pin (AdminGroups, "Pinned hosts").
///
/// | Method | Path below `/api/system/sslpinning` | Answer |
/// |---|---|---|
/// | GET | `/pinnedhosts` | the hosts with their certificates |
/// | POST | `/pinnedhost` | adds a host |
/// | PATCH, DELETE | `/pinnedhost/{hostGuid}` | changes or deletes it |
/// | POST | `/pincertificate`, `/unpincertificate` | pins a certificate of a host, or takes it away |
/// | POST | `/enablepin/{hostGuid}/{organizationgroupid}`, `/disablepin/…` | puts the keys of a host in force, or not |
/// | POST | `/enable/{organizationgroupid}`, `/disable/…` | switches pinning on or off for a group |
struct PinnedHostAdminController {
    let store: PinnedHostStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let base = "/api/system/sslpinning"
        routes.get("\(base)/pinnedhosts", list)
        routes.post("\(base)/pinnedhost", add)
        routes.on(.patch, "\(base)/pinnedhost/{hostGuid}", [1: change])
        routes.delete("\(base)/pinnedhost/{hostGuid}", delete)
        routes.post("\(base)/pincertificate", pin)
        routes.post("\(base)/unpincertificate", unpin)
        for (word, isOn) in [("enable", true), ("disable", false)] {
            routes.post("\(base)/\(word)/{organizationgroupid}") { call in
                try await store.setPinning(isOn, at: try Self.group(of: call), by: call.identity)
                return .empty(.ok)
            }
            routes.post("\(base)/\(word)pin/{hostGuid}/{organizationgroupid}") { call in
                try await store.setEnabled(
                    isOn, for: try call.context.pathParameter("hostGuid"), at: try Self.group(of: call),
                    by: call.identity)
                return .empty(.ok)
            }
        }
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        let hosts = try await store.hosts(
            named: call.query.text("hostname"), of: try call.query.group("organizationgroupid"),
            in: call.identity.subtree)
        return .body(hosts.map(PinnedHostBody.init), root: "PinnedHosts")
    }

    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        _ = try fields.requiredText("HostName")
        let uuid = try await store.add(try PinnedHostDraft(fields), by: call.identity)
        return .body(PinnedHostAddedBody(Id: uuid), root: "PinnedHost")
    }

    @Sendable private func change(_ call: AdminCall) async throws -> AdminAnswer {
        let draft = try PinnedHostDraft(try await call.fields())
        try await store.change(try call.context.pathParameter("hostGuid"), draft, by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(try call.context.pathParameter("hostGuid"), by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func pin(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        let host = try fields.requiredText("HostGuid")
        let text = try fields.requiredText("Certificate", maximum: 1 << 20)
        let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        let isPEM = text.contains("-----BEGIN")
        let file = try CertificateFile(isPEM ? Data(text.utf8) : bytes ?? Data(), name: "Certificate")
        let count = try await store.pin(file.leaves, for: host, by: call.identity)
        return .body(
            PinnedCertificateBody(
                ItemsAffected: count, Message: count == 0 ? "The certificate is pinned already." : ""),
            root: "PinnedCertificate")
    }

    @Sendable private func unpin(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        try await store.unpin(
            try fields.requiredText("CertificateThumbprint"), for: try fields.requiredText("HostGuid"),
            by: call.identity)
        return .empty(.ok)
    }

    /// The group in the path.
    private static func group(of call: AdminCall) throws -> RecordReference {
        let text = try call.context.pathParameter("organizationgroupid")
        return try call.reference("organizationgroupid", else: OrganizationGroupStore.missing(text))
    }
}
