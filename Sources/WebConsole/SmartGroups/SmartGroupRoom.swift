import ConsoleModel
import ConsolePlatform
import HTTPTypes

/// Smart groups: the list, one with its members, and the builder of criteria.
struct SmartGroupRoom: ConsoleRoom {
    /// The address of the list.
    static let path = "/console/smart-groups"
    /// The route of smart groups.
    static let route = "/api/mdm/smartgroups"

    var places: [Place] {
        [
            Place(
                "Smart Groups", Self.path, in: "Groups & Settings", area: .smartGroups,
                keywords: ["Assignment Groups", "Groups › Assignment Groups", "Criteria", "Members"]),
            Place(
                "Tags", TagPages.path, in: "Groups & Settings", area: .smartGroups,
                keywords: ["Devices & Users Advanced Tags", "Add Tag", "Manage Tags"]),
        ]
    }

    func addPages(to door: PageDoor) {
        TagPages.add(to: door)
        door.page(Self.path) { try await SmartGroupPages.list($0) }
        door.page("\(Self.path)/new") { try await SmartGroupBuilder.new($0, nil) }
        door.preview("\(Self.path)/new") { try await SmartGroupBuilder.new($0, $0.form) }
        door.form("\(Self.path)/new/save") { try await SmartGroupBuilder.create($0) }
        let one = "\(Self.path)/{id}"
        door.page(one) { try await SmartGroupPages.one($0) }
        door.page("\(one)/edit") { try await SmartGroupBuilder.edit($0, nil) }
        door.preview("\(one)/edit") { try await SmartGroupBuilder.edit($0, $0.form) }
        door.form("\(one)/save") { try await SmartGroupBuilder.save($0) }
        door.form("\(one)/delete") { visit in
            try await visit.api.send(.delete, "\(Self.route)/\(visit.segment("id"))")
            return .done("The smart group was deleted.", at: Self.path)
        }
    }
}
