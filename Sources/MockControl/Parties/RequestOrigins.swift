import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol
import Foundation
package import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Finds out whom a request belongs to before it is handled (Faults, "Whom a request belongs to").
///
/// Nothing is verified: that is for whoever handles it. What costs a look into the database is remembered until groups,
/// devices or administrators change.
package struct RequestOrigins: Sendable {
    /// Where groups are found that the console's own tables do not name.
    package struct Sources: Sendable {
        /// The group of a base URL, by its host, or by its port if that is given to groups; nil for one that is nobody's.
        let groupOfAuthority: @Sendable (String, _ port: Int?) -> Int64?
        /// Whose a bearer token is that holds until it is deleted, or that of the console's own; nil for any other.
        let ownerOfToken: @Sendable (String) async -> (name: String, groupID: Int64)?
        /// Id of the device whose credential a request was signed with; nil if that cannot be told.
        let signer: @Sendable (HTTPRequest, SignedRequestHeaders, CapturedBody) async -> Int64?

        /// Made of all; without any they find nothing.
        package init(
            groupOfAuthority: @escaping @Sendable (String, _ port: Int?) -> Int64? = { _, _ in nil },
            ownerOfToken: @escaping @Sendable (String) async -> (name: String, groupID: Int64)? = { _ in nil },
            signer: @escaping @Sendable (HTTPRequest, SignedRequestHeaders, CapturedBody) async -> Int64? = { _, _, _ in
                nil
            }
        ) {
            self.signer = signer
            self.groupOfAuthority = groupOfAuthority
            self.ownerOfToken = ownerOfToken
        }
    }

    private let store: OriginStore
    private let sources: Sources
    private let works: PatientWorks

    /// Looks into a database.
    ///
    /// - Parameters:
    ///   - core: Has the database.
    ///   - sources: Where groups are found that its own tables do not name.
    ///   - works: Where large bodies are looked through.
    package init(_ core: Core, sources: Sources = Sources(), works: PatientWorks = PatientWorks()) {
        store = OriginStore(database: core.database)
        self.sources = sources
        self.works = works
    }

    /// Whom a request belongs to: its credential's group, else the one it names, else that of the base URL it came to,
    /// else that of the device it names; what is not known is nil.
    ///
    /// What a request of an administrator names says nothing: an administrator of all customers names the groups of any.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - body: The beginning of its body.
    ///   - connection: The address it came from, and the port it came to if that is one of those that are given to groups.
    /// - Returns: Whom it belongs to.
    package func parties(
        of head: HTTPRequest, body: CapturedBody, over connection: JournalConnection = JournalConnection()
    ) async -> JournalParties {
        let port = connection.port
        let isOfDevices = ConsoleSurface(of: Request(head: head, body: RequestBody(buffer: ByteBuffer()))) == .device
        let known = isOfDevices ? await deviceCredential(of: head, body, port) : await credential(of: head, body)
        if let known { return known }
        let read = await works.run(for: ClientKey(.anonymous, address: connection.address), isLong: body.isLarge) {
            NamedParties(head, body: body)
        }
        let named = read ?? NamedParties(head, body: .none)
        var parties = JournalParties()
        parties.device = named.device
        parties.bundle = named.bundle
        parties.user = named.user
        if isOfDevices, let code = named.group { parties.groupID = await store.group(code: code) }
        if parties.groupID == nil { parties.groupID = sources.groupOfAuthority(head.authority ?? "", port) }
        guard isOfDevices || parties.groupID != nil else { return parties }
        if let device = named.device, let found = await store.device(device, near: parties.groupID) {
            parties.deviceID = found.deviceID
            parties.groupID = parties.groupID ?? found.groupID
            if parties.user == nil { await name(found.userID, in: &parties) }
        }
        return parties
    }

    /// Whom the credential of a device's request belongs to; nil if it has none that is known.
    private func deviceCredential(of head: HTTPRequest, _ body: CapturedBody, _ port: Int?) async -> JournalParties? {
        let (scheme, value) = Self.authorization(of: head)
        switch scheme {
        case "", "basic": return nil
        case "bearer": return await bearer(value)
        default: return await signed(head, body, port)
        }
    }

    /// Whom the credential of an administrator's request belongs to; nil if it has none that is known.
    ///
    /// As in sign-ins, an API key narrows what names and passwords may see, and bearer tokens do without.
    private func credential(of head: HTTPRequest, _ body: CapturedBody) async -> JournalParties? {
        let (scheme, value) = Self.authorization(of: head)
        if scheme == "bearer" { return await bearer(value) }
        let basic = scheme == "basic" ? BasicCredentials(base64: value) : nil
        if Self.isForTokens(head) { return await client(basic, body) }
        let parties = await account(basic) { await store.administrator($0) }
        guard let key = HTTPField.Name("aw-tenant-code").flatMap({ head.headerFields[$0] }),
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

    /// The scheme of the credential, in lower case, and what follows it.
    private static func authorization(of head: HTTPRequest) -> (scheme: String, value: String) {
        let header = head.headerFields[.authorization] ?? ""
        let scheme = header.prefix { $0 != " " }
        return (scheme.lowercased(), header.dropFirst(scheme.count).trimmingCharacters(in: .whitespaces))
    }

    /// Whether OAuth clients get their tokens there, whose names are none of administrators.
    private static func isForTokens(_ head: HTTPRequest) -> Bool {
        let segments = head.pathAlone.lowercased().split(separator: "/")
        return segments == ["connect", "token"] || segments == ["oauth", "token"]
    }

    /// The OAuth client that asks for a token, in its header or in a form.
    private func client(_ basic: BasicCredentials?, _ body: CapturedBody) async -> JournalParties? {
        let id = FormFields(Data(buffer: body.bytes))["client_id"]
        let credentials = basic ?? id.map { BasicCredentials(name: $0, password: "") }
        return await account(credentials) { await store.client(id: $0) }
    }

    /// Whose account a name is, with escapes or without; nobody's if both are names, of different groups.
    private func account(
        _ credentials: BasicCredentials?, _ find: (String) async -> FoundAdministrator?
    ) async -> JournalParties? {
        guard let credentials else { return nil }
        let spellings = [credentials, credentials.unescaped(), credentials.unescaped(plusIsBlank: true)]
        var found: [FoundAdministrator] = []
        for name in Set(spellings.compactMap { $0?.name }) {
            if let account = await find(name) { found.append(account) }
        }
        guard let first = found.first else { return nil }
        return found.allSatisfy { $0.groupID == first.groupID } ? first.parties : JournalParties()
    }

    /// Whom a signed request belongs to.
    ///
    /// If several customers know its device, the signature says; one that does not, or that cannot be checked yet,
    /// leaves it to the base URL. Without one it belongs to nobody: a customer that lets a device of another one sign in
    /// has no part in what the other one is sent.
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
        guard let home = sources.groupOfAuthority(head.authority ?? "", port) else { return nil }
        return await installation(await store.installation(among: found, near: home))
    }

    private func bearer(_ token: String) async -> JournalParties? {
        if let owner = await sources.ownerOfToken(token) {
            var parties = JournalParties()
            parties.groupID = owner.groupID
            parties.administrator = owner.name
            return parties
        }
        guard let claims = TokenClaims(token) else { return nil }
        if let id = claims.id, let found = await installation(await store.token(id)) { return found }
        if let subject = claims.subject, let client = await store.client(subject) { return client.parties }
        return nil
    }

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
