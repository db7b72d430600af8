import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// A profile in a list of version 1; members as on the wire (AdminProfiles, "Search").
struct MDMProfileBody: Encodable, Sendable {
    let Id: AdminID
    let Uuid: String
    let ProfileName: String
    let Description: String
    let Platform: String
    let ProfileType: String
    let Status: String
    let AssignmentType: String
    let Context: String
    let Version: Int64
    let ManagedBy: String
    let LocationGroupId: AdminReferenceBody
    let ModifiedOn: String

    /// The body for a profile.
    init(_ overview: MDMProfileOverview) throws {
        let profile = overview.profile
        Id = AdminID(profile.id)
        Uuid = profile.uuid
        ProfileName = profile.name
        Description = profile.description
        Platform = profile.platform
        ProfileType = MDMProfileWords.type
        (Status, AssignmentType) = (MDMProfileWords.status(profile.isActive), profile.assignmentType)
        Context = profile.context
        Version = profile.version
        ManagedBy = overview.home.name
        LocationGroupId = AdminReferenceBody(
            try overview.home.storedID(), name: overview.home.name, uuid: overview.home.uuid)
        ModifiedOn = profile.updatedAt.zoneless
    }
}

/// A profile in a list of version 2.
struct MDMProfileBody2: Encodable, Sendable {
    /// A smart group of it.
    struct SmartGroup: Encodable, Sendable {
        let Id: Int64
        let Name: String
        let Uuid: String
    }

    let ProfileId: Int64
    let ProfileName: String
    let ProfileUuid: String
    let Platform: String
    let ProfileType: String
    let ProfileStatus: String
    let AssignmentType: String
    let Context: String
    let AssignmentSmartGroups: [SmartGroup]
    let ExcludedSmartGroups: [SmartGroup]
    let ManagedBy: String
    let OrganizationGroupId: Int64
    let OrganizationGroupUuid: String

    /// The body for a profile.
    init(_ overview: MDMProfileOverview) throws {
        let profile = overview.profile
        ProfileId = profile.id
        ProfileName = profile.name
        ProfileUuid = profile.uuid
        (Platform, ProfileType) = (profile.platform, MDMProfileWords.type)
        (ProfileStatus, AssignmentType) = (MDMProfileWords.status(profile.isActive), profile.assignmentType)
        Context = profile.context
        func groups(_ mode: MDMProfileLink.Mode) -> [SmartGroup] {
            overview.links.filter { $0.mode == mode }.map {
                SmartGroup(Id: $0.smartGroupId, Name: $0.name, Uuid: $0.uuid)
            }
        }
        (AssignmentSmartGroups, ExcludedSmartGroups) = (groups(.assign), groups(.exclude))
        ManagedBy = overview.home.name
        (OrganizationGroupId, OrganizationGroupUuid) = (try overview.home.storedID(), overview.home.uuid)
    }
}

/// A profile in a list of version 3.
struct MDMProfileBody3: Encodable, Sendable {
    /// A smart group of it.
    struct SmartGroup: Encodable, Sendable {
        let Name: String
        let Uuid: String
    }

    let uuid: String
    let name: String
    let status: String
    let platform: String
    let context: String
    let assignment_type: String
    let configuration_type: String
    let managed_by: String
    let organization_group_uuid: String
    let assigned_smart_groups: [SmartGroup]
    let excluded_smart_groups: [SmartGroup]
    let configured_payload: [Payload]
    let created_by_resource_profile = false

    /// A payload of it.
    struct Payload: Encodable, Sendable {
        let name: String
        let display_key: String
    }

    /// The body for a profile.
    init(_ overview: MDMProfileOverview) {
        let profile = overview.profile
        (uuid, name) = (profile.uuid, profile.name)
        status = DeviceWords.shouted(MDMProfileWords.status(profile.isActive))
        (platform, context) = (DeviceWords.shouted(profile.platform), DeviceWords.shouted(profile.context))
        assignment_type = DeviceWords.shouted(profile.assignmentType)
        configuration_type = MDMProfileWords.configurationType
        (managed_by, organization_group_uuid) = (overview.home.name, overview.home.uuid)
        func groups(_ mode: MDMProfileLink.Mode) -> [SmartGroup] {
            overview.links.filter { $0.mode == mode }.map { SmartGroup(Name: $0.name, Uuid: $0.uuid) }
        }
        (assigned_smart_groups, excluded_smart_groups) = (groups(.assign), groups(.exclude))
        configured_payload = profile.payloads.map { Payload(name: $0, display_key: $0) }
    }
}

/// A page of profiles of version 3.
struct MDMProfilesBody3: Encodable, Sendable {
    let profiles: [MDMProfileBody3]
    let total_count: Int
}

extension MDMProfileStore.Content {
    /// Members of `General` that are there whatever was sent.
    private static let defaults: [JSONMember] = [
        JSONMember(name: "AllowRemoval", value: .string("Always")),
        JSONMember(name: "IsManaged", value: .bool(true)),
        JSONMember(name: "ProfileScope", value: .string("Production")),
    ]

    /// The profile as it is answered: `General`, and the payloads as they were sent.
    var body: JSONValue {
        let own: [JSONMember] = [
            JSONMember(name: "ProfileId", value: .number(String(record.id ?? 0))),
            JSONMember(name: "ProfileUuid", value: .string(record.uuid)),
            JSONMember(name: "Name", value: .string(record.name)),
            JSONMember(name: "Description", value: .string(record.description)),
            JSONMember(name: "Version", value: .number(String(record.version))),
            JSONMember(name: "AssignmentType", value: .string(record.assignmentType)),
            JSONMember(name: "IsActive", value: .bool(record.isActive)),
            JSONMember(name: "ProfileContext", value: .string(record.context)),
            JSONMember(name: "ManagedLocationGroupID", value: .string(String(record.groupId))),
            JSONMember(name: "AssignedSmartGroups", value: smartGroups(.assign)),
            JSONMember(name: "ExcludedSmartGroups", value: smartGroups(.exclude)),
        ]
        let known = Set(own.map { $0.name.lowercased() })
        let sent = general.filter { !known.contains($0.name.lowercased()) && $0.value != .null }
        let said = Set(sent.map { $0.name.lowercased() })
        let missing = Self.defaults.filter { !said.contains($0.name.lowercased()) }
        return .object([JSONMember(name: "General", value: .object(own + missing + sent))] + payloads)
    }

    private func smartGroups(_ mode: MDMProfileLink.Mode) -> JSONValue {
        .array(
            links.filter { $0.mode == mode }.map { link in
                .object([
                    JSONMember(name: "SmartGroupId", value: .number(String(link.smartGroupId))),
                    JSONMember(name: "SmartGroupUuid", value: .string(link.uuid)),
                    JSONMember(name: "Name", value: .string(link.name)),
                ])
            })
    }
}
