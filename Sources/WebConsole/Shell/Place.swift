import ConsoleModel

/// A place of the navigation, by the words of the product guides.
package struct Place: Sendable {
    /// Its name.
    let title: String
    /// Its address.
    let path: String
    /// The entry it stands below, such as `Devices`.
    let group: String
    /// What an administrator has to be permitted to read to be shown it; nil if everybody is.
    let area: AdminPermission.Area?
    /// Other words by which people look for it, such as the spellings of other guides.
    let keywords: [String]

    /// A place.
    ///
    /// - Parameters:
    ///   - title: Its name.
    ///   - path: Its address.
    ///   - group: The entry it stands below.
    ///   - area: What has to be permitted to be read; nil if everybody may.
    ///   - keywords: Other words by which people look for it.
    init(_ title: String, _ path: String, in group: String, area: AdminPermission.Area?, keywords: [String] = []) {
        self.title = title
        self.path = path
        self.group = group
        self.area = area
        self.keywords = keywords
    }
}

/// The places of all rooms, in the order of the navigation.
struct Navigation: Sendable {
    /// All places; those that are found by the palette only are in the group "".
    let places: [Place]

    /// Entries of the navigation for an administrator.
    func groups(for role: AdministratorRole, at path: String) -> [Group] {
        var groups: [Group] = []
        let current = current(path)
        for place in places where !place.group.isEmpty && Self.mayShow(place, to: role) {
            let item = Item(title: place.title, path: place.path, isCurrent: place.path == current)
            if let index = groups.firstIndex(where: { $0.title == place.group }) {
                groups[index].items.append(item)
            } else {
                groups.append(Group(title: place.group, items: [item]))
            }
        }
        return groups
    }

    /// Whether a place is shown to a role.
    static func mayShow(_ place: Place, to role: AdministratorRole) -> Bool {
        place.area.map { role.permits(AdminPermission(area: $0, access: .read)) } ?? true
    }

    /// The place whose page, or a page below it, is shown.
    private func current(_ path: String) -> String? {
        places.map(\.path).filter { place in
            // Every page is below the first, which is none of theirs.
            path == place || path == "\(place)/" || (place != "/console" && path.hasPrefix("\(place)/"))
        }
        .max { $0.count < $1.count }
    }

    /// An entry with its places.
    struct Group: PageValue {
        let title: String
        var items: [Item]

        func child(named name: String) -> Any? {
            switch name {
            case "isCurrent": items.contains(where: \.isCurrent)
            // The entry is a place itself.
            case "isSingle": items.count == 1 && items[0].title == title
            case "path": items.first?.path ?? ""
            default: reflected(name)
            }
        }
    }

    /// A place in the navigation.
    struct Item: PageValue {
        let title: String
        let path: String
        let isCurrent: Bool
    }
}
