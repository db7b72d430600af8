package import ConsoleModel
import ConsolePlatform
package import DeviceProtocol
import Foundation
package import HTTPTypes

/// Finds out whom a request belongs to before it is handled (Faults, "Whom a request belongs to").
///
/// Nothing is verified: that is for whoever handles it. What costs a look into the database is remembered until groups,
/// devices or administrators change.
package struct RequestOrigins: Sendable {
    /// Where groups are found that the console's own tables do not name.
    package struct Sources: Sendable {
        /// The group of a base URL, by its host, or by its port if that is given to groups; nil for one that is nobody's.
        let groupOfAuthority: @Sendable (String, _ port: Int?) -> Int64?
        /// The group of a bearer token that is no token of a device or of an OAuth client; nil for any other.
        let groupOfToken: @Sendable (String) async -> Int64?
        /// Id of the device whose credential a request was signed with; nil if that cannot be told.
        let signer: @Sendable (HTTPRequest, SignedRequestHeaders, CapturedBody) async -> Int64?

        /// Made of all; without any they find nothing.
        package init(
            groupOfAuthority: @escaping @Sendable (String, _ port: Int?) -> Int64? = { _, _ in nil },
            groupOfToken: @escaping @Sendable (String) async -> Int64? = { _ in nil },
            signer: @escaping @Sendable (HTTPRequest, SignedRequestHeaders, CapturedBody) async -> Int64? = { _, _, _ in
                nil
            }
        ) {
            self.signer = signer
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
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - body: The beginning of its body.
    ///   - port: The port it came to, if that is one of those that are given to groups.
    /// - Returns: Whom it belongs to.
    package func parties(of head: HTTPRequest, body: CapturedBody, port: Int? = nil) async -> JournalParties {
        if let parties = await credential(of: head, body, port) { return parties }
        let named = NamedParties(head, body: body)
        var parties = JournalParties()
        parties.device = named.device
        parties.bundle = named.bundle
        parties.user = named.user
        if let code = named.group { parties.groupID = await store.group(code: code) }
        if parties.groupID == nil { parties.groupID = sources.groupOfAuthority(head.authority ?? "", port) }
        if let device = named.device, let found = await store.device(device, near: parties.groupID) {
            parties.deviceID = found.deviceID
            parties.groupID = parties.groupID ?? found.groupID
            if parties.user == nil { await name(found.userID, in: &parties) }
        }
        return parties
    }

    /// Whom the credential of a request belongs to; nil if it has none that is known.
    private func credential(of head: HTTPRequest, _ body: CapturedBody, _ port: Int?) async -> JournalParties? {
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
        default: parties = await signed(head, body, port)
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

    /// Whom a signed request belongs to.
    ///
    /// If several customers know its device, the signature says; one that does not, or that cannot be checked yet,
    /// leaves it to the base URL, and without one to the latest login.
    private func signed(_ head: HTTPRequest, _ body: CapturedBody, _ port: Int?) async -> JournalParties? {
        let fields = head.headerFields
        let headers = try? SignedRequestHeaders { name in HTTPField.Name(name).flatMap { fields[$0] } }
        guard let headers else { return nil }
        let found = await store.credentials(of: headers.device.value, headers.authenticationGroup)
        guard found.count > 1 else { return await installation(found.first) }
        if let device = await sources.signer(head, headers, body),
            let signer = found.first(where: { $0.deviceID == device })
        {
            return await installation(signer)
        }
        if let home = sources.groupOfAuthority(head.authority ?? "", port),
            let own = await store.installation(among: found, near: home)
        {
            return await installation(own)
        }
        return await installation(found.first)
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
