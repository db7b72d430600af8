package import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
package import HTTPTypes

/// Finds out whom a request belongs to before it is handled (MockControl, "Whom a request belongs to").
///
/// Nothing is verified: that is for whoever handles it. What costs a look into the database is remembered until groups,
/// devices or administrators change.
package struct RequestOrigins: Sendable {
    /// Where groups are found that the console's own tables do not name.
    package struct Sources: Sendable {
        /// The group of a base URL, by its host and port; nil for one that is nobody's own.
        let groupOfAuthority: @Sendable (String) -> Int64?
        /// The group of a bearer token that is no token of a device or of an OAuth client; nil for any other.
        let groupOfToken: @Sendable (String) async -> Int64?

        /// Made of both; without any they find nothing.
        package init(
            groupOfAuthority: @escaping @Sendable (String) -> Int64? = { _ in nil },
            groupOfToken: @escaping @Sendable (String) async -> Int64? = { _ in nil }
        ) {
            self.groupOfAuthority = groupOfAuthority
            self.groupOfToken = groupOfToken
        }
    }

    private let store: OriginStore
    private let sources: Sources

    /// Looks into a database.
    package init(_ core: Core, sources: Sources = Sources()) {
        store = OriginStore(database: core.database)
        self.sources = sources
    }

    /// Whom a request belongs to: its credential's group, else the one it names, else that of the base URL it came to,
    /// else that of the device it names; what is not known is nil.
    package func parties(of head: HTTPRequest, body: CapturedBody) async -> JournalParties {
        if let parties = await credential(of: head) { return parties }
        let named = NamedParties(head, body: body)
        var parties = JournalParties()
        parties.device = named.device
        parties.bundle = named.bundle
        parties.user = named.user
        if let code = named.group { parties.groupID = await store.group(code: code) }
        if parties.groupID == nil { parties.groupID = head.authority.flatMap(sources.groupOfAuthority) }
        if let device = named.device, let found = await store.device(device, near: parties.groupID) {
            parties.deviceID = found.deviceID
            parties.groupID = parties.groupID ?? found.groupID
            if parties.user == nil { await name(found.userID, in: &parties) }
        }
        return parties
    }

    /// Whom the credential of a request belongs to; nil if it has none that is known.
    private func credential(of head: HTTPRequest) async -> JournalParties? {
        let fields = head.headerFields
        let header = fields[.authorization] ?? ""
        let scheme = header.prefix { $0 != " " }.lowercased()
        let value = header.dropFirst(scheme.count).trimmingCharacters(in: .whitespaces)
        var parties: JournalParties?
        switch scheme {
        case "": break
        case "bearer": parties = await bearer(value)
        case "basic":
            if let name = BasicCredentials(base64: value)?.name { parties = await administrator(name) }
        default: parties = await signed(fields)
        }
        guard let key = HTTPField.Name("aw-tenant-code").flatMap({ fields[$0] }),
            let group = await store.group(key: key)
        else { return parties }
        guard var narrowed = parties else {
            var owner = JournalParties()
            owner.groupID = group
            return owner
        }
        // The smaller of both subtrees counts, as in sign-ins.
        if let own = narrowed.groupID, await store.isGroup(group, below: own) { narrowed.groupID = group }
        return narrowed
    }

    private func signed(_ fields: HTTPFields) async -> JournalParties? {
        let headers = try? SignedRequestHeaders { name in HTTPField.Name(name).flatMap { fields[$0] } }
        guard let headers else { return nil }
        return await installation(
            await store.credential(of: headers.device.value, headers.authenticationGroup))
    }

    private func bearer(_ token: String) async -> JournalParties? {
        guard let claims = TokenClaims(token) else {
            guard let group = await sources.groupOfToken(token) else { return nil }
            var parties = JournalParties()
            parties.groupID = group
            return parties
        }
        if let id = claims.id, let found = await installation(await store.token(id)) { return found }
        if let subject = claims.subject, let client = await store.client(subject) { return client.parties }
        return nil
    }

    private func administrator(_ name: String) async -> JournalParties? { await store.administrator(name)?.parties }

    private func installation(_ found: FoundInstallation?) async -> JournalParties? {
        guard let found else { return nil }
        var parties = JournalParties()
        parties.groupID = found.groupID
        parties.deviceID = found.deviceID
        parties.device = found.device
        parties.bundle = found.bundle
        await name(found.userID, in: &parties)
        return parties
    }

    private func name(_ userID: Int64?, in parties: inout JournalParties) async {
        guard let userID else { return }
        parties.userID = userID
        parties.user = await store.user(userID)
    }
}

/// What a bearer token says of itself, not verified.
struct TokenClaims: Hashable, Sendable {
    /// Its id.
    let id: String?
    /// Whom it was handed out to.
    let subject: String?

    /// Reads a JSON web token; nil if it is none.
    init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, token.utf8.count <= 4096 else { return nil }
        let text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), let claims = try? JSONValue(json: data) else {
            return nil
        }
        id = claims.member("jti")?.text
        subject = claims.member("sub")?.text
    }
}

extension JSONValue {
    /// The text, if it is one.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

extension FoundAdministrator {
    /// Whom its requests belong to.
    fileprivate var parties: JournalParties {
        var parties = JournalParties()
        parties.groupID = groupID
        parties.administrator = name
        return parties
    }
}
