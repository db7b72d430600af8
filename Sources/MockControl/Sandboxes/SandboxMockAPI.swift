import ConsoleModel
import ConsolePlatform

/// A sandbox as it is answered: what a ready file has, and more.
struct SandboxBody: Encodable {
    /// Base URLs at which requests that name no group belong to it.
    struct BaseURLs: Encodable {
        let http: String
        let https: String
    }

    /// Row ids of what is in it.
    struct IDs: Encodable {
        let group: Int64?
        let user: Int64?
        let smartGroup: Int64?
        let application: Int64?
        let profile: Int64?
    }

    let id: String
    let name: String
    let http: String
    let https: String
    let ca: String
    let groupId: String
    let user: String
    let password: String?
    let bundleId: String
    let emailDomains: String
    let adminUser: String
    let adminPassword: String?
    let tenantCode: String?
    let adminToken: String?
    let baseUrls: BaseURLs
    let ids: IDs
    let groupUuid: String
    /// Codes of its groups by those in its environment.
    let groups: [String: String]
    let devices: Int
    let createdAt: Timestamp
    let usedAt: Timestamp
    let expiresAt: Timestamp?

    /// The body.
    ///
    /// - Parameters:
    ///   - sandbox: The sandbox.
    ///   - usedAt: When it was used last.
    ///   - port: Its own port; nil if it has none.
    ///   - origins: Where clients find the console.
    ///   - authority: Path of the certificate they have to trust.
    ///   - showsSecrets: Whether whoever asks may see its credentials.
    init(
        _ sandbox: Sandbox, usedAt: Timestamp, port: Int?, origins: ConsoleOrigins, authority: String,
        showsSecrets: Bool
    ) {
        let (plan, login) = (sandbox.plan, sandbox.login)
        let contents = sandbox.contents
        let own = origins.own(of: plan.label, port: port)
        id = plan.label
        name = contents.group.name
        // Clients of the console are led to what is its own, if that is as easy to reach.
        http = port == nil ? origins.plain : own.plain
        https = origins.secure
        ca = authority
        groupId = login.group
        user = login.user
        password = showsSecrets ? login.password : nil
        bundleId = login.bundle
        emailDomains = login.emailDomains
        adminUser = plan.adminUser
        adminPassword = showsSecrets ? plan.adminPassword : nil
        tenantCode = showsSecrets ? plan.tenantCode : nil
        adminToken = showsSecrets ? plan.adminToken : nil
        baseUrls = BaseURLs(http: own.plain, https: own.secure)
        ids = IDs(
            group: contents.group.id, user: contents.user, smartGroup: contents.smartGroup,
            application: contents.application, profile: contents.profile)
        groupUuid = contents.group.uuid
        groups = sandbox.codes
        devices = contents.devices
        createdAt = sandbox.record.createdAt
        self.usedAt = usedAt
        expiresAt = sandbox.record.expiresAt
    }
}
