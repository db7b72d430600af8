import ConsoleHTTP
import ConsoleModel

/// The roles administrators can have; names as on the wire (AdminAdministrators, "Roles").
struct RolesBody: Encodable, Sendable {
    /// One of them.
    struct Role: Encodable, Sendable {
        let Id: AdminID
        let Uuid: String
        let Name: String
        let LocationGroup: String
        let LocationGroupId: String
        let IsActive = true
    }

    let Roles: [Role]

    /// The body for a group.
    init(of group: OrganizationGroupRecord) {
        Roles = AdministratorRole.allCases.map { role in
            Role(
                Id: AdminID(AdministratorRoles.id(of: role)), Uuid: AdministratorV2.roleUUID(role.rawValue),
                Name: role.rawValue, LocationGroup: group.name, LocationGroupId: String(group.id ?? 0))
        }
    }
}
