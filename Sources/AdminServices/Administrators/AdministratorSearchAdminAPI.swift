import ConsoleModel
import ConsolePlatform
import Foundation

/// An administrator as the first version of the admin REST API shows them; names as on the wire
/// (AdminAPI, "Search of administrators").
struct AdministratorV1: Encodable, Sendable {
    /// The role they have, at their group.
    struct Role: Encodable, Sendable {
        let Uuid: String
        let OrganizationGroupUuid: String
        let Name: String
        let LocationGroup: String
        let LocationGroupId: String
        let IsActive: Bool
        let UserLinkId: Int64
    }

    /// An integer id.
    struct Identifier: Encodable, Sendable {
        let Value: Int64
    }

    let UserName: String
    let FirstName: String
    let LastName: String
    let Email: String
    let LocationGroup: String
    let LocationGroupId: String
    let OrganizationGroupUuid: String
    let TimeZone: String
    let Locale: String
    let InitialLandingPage: String
    let LastLoginTimeStamp: String
    let IsActiveDirectoryUser = false
    let RequiresPasswordChange: Bool
    let MessageTemplateId = 0
    let Roles: [Role]
    let Id: Identifier
    let Uuid: String

    /// The body for an administrator.
    init(_ account: GroupAccount<AdministratorRecord>) throws {
        let (record, group) = (account.record, account.group)
        UserName = record.username
        FirstName = record.firstName
        LastName = record.lastName
        (Email, RequiresPasswordChange) = (record.email, record.requiresPasswordChange)
        TimeZone = record.timeZone.isEmpty ? AdministratorV2.utc : record.timeZone
        InitialLandingPage = record.landingPage.isEmpty ? AdministratorV2.landingPage : record.landingPage
        LocationGroup = group.name
        LocationGroupId = String(record.groupId)
        OrganizationGroupUuid = group.uuid
        Locale = record.locale.isEmpty ? group.locale : record.locale
        LastLoginTimeStamp = (record.lastLoginAt ?? .never).zoneless
        Id = Identifier(Value: try record.storedID())
        Uuid = record.uuid
        Roles = [
            Role(
                Uuid: AdministratorV2.roleUUID(record.role), OrganizationGroupUuid: group.uuid, Name: record.role,
                LocationGroup: group.name, LocationGroupId: String(record.groupId), IsActive: record.isActive,
                UserLinkId: try record.storedID())
        ]
    }
}

/// The same in the second version, which mixes spellings.
struct AdministratorV2: Encodable, Sendable {
    static let utc = "(UTC) Coordinated Universal Time"
    static let landingPage = "~/AirWatch"

    /// The role they have, at their group.
    struct Role: Encodable, Sendable {
        let uuid: String
        let organizationGroupUuid: String
        let Name: String
        let LocationGroup: String
        let LocationGroupId: String
        let IsActive: Bool
        let UserLinkId: Int64
    }

    let uuid: String
    let username: String
    let firstName: String
    let lastName: String
    let email: String
    let LocationGroup: String
    let LocationGroupId: String
    let organizationGroupUuid: String
    let timeZone: String
    let locale: String
    let initialLandingPage: String
    let LastLoginTimeStamp: String
    let roles: [Role]
    let messageTemplateId = 0
    let messageTemplateUuid = "00000000-0000-0000-0000-000000000000"

    /// The body for an administrator.
    init(_ account: GroupAccount<AdministratorRecord>) throws {
        let first = try AdministratorV1(account)
        uuid = first.Uuid
        username = first.UserName
        firstName = first.FirstName
        lastName = first.LastName
        email = first.Email
        timeZone = first.TimeZone
        initialLandingPage = first.InitialLandingPage
        LocationGroup = first.LocationGroup
        LocationGroupId = first.LocationGroupId
        organizationGroupUuid = first.OrganizationGroupUuid
        locale = first.Locale
        LastLoginTimeStamp = first.LastLoginTimeStamp
        roles = first.Roles.map {
            Role(
                uuid: $0.Uuid, organizationGroupUuid: $0.OrganizationGroupUuid, Name: $0.Name,
                LocationGroup: $0.LocationGroup, LocationGroupId: $0.LocationGroupId, IsActive: $0.IsActive,
                UserLinkId: $0.UserLinkId)
        }
    }

    /// The same uuid for a role everywhere.
    static func roleUUID(_ name: String) -> String { NamedUUID.of([Data("administratorRole".utf8), Data(name.utf8)]) }
}

/// API keys and OAuth clients of a group as the admin REST API shows them; names as on the wire.
struct GroupAccessBody: Encodable, Sendable {
    /// An API key.
    ///
    /// Only its hash is kept, so what stands for it says nothing.
    struct Key: Encodable, Sendable {
        let service_name: String
        let api_key = "********************************"
        let daily_quota_usage: Int
    }

    /// An OAuth client.
    struct Client: Encodable, Sendable {
        let oauth_client_id: String
        let oauth_client_name: String
        let daily_quota_usage: Int
    }

    let api_keys: [Key]
    let oauth_clients: [Client]

    /// The body for keys and clients.
    init(_ keys: [APIKeyRecord], _ clients: [OAuthClientRecord], quota: RequestQuota) {
        api_keys = keys.map { key in
            Key(service_name: key.name, daily_quota_usage: key.id.map { quota.used(.apiKey($0)) } ?? 0)
        }
        oauth_clients = clients.map { client in
            Client(
                oauth_client_id: client.clientId, oauth_client_name: client.name,
                daily_quota_usage: client.id.map { quota.used(.client($0)) } ?? 0)
        }
    }
}
