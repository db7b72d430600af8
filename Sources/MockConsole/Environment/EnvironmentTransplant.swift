import ConsoleModel
import ConsolePlatform
import Yams

/// Puts an environment elsewhere in the tree: its topmost group becomes another one, and those below it get codes that no
/// other copy has, so that the same file can be used many times at once.
struct EnvironmentTransplant: Sendable {
    /// Codes from the root down to the group that its topmost group becomes.
    let destination: [String]
    /// Name of that group; nil for the one in the file.
    let name: String?

    /// New paths by old ones, both as written, the latter in lower case.
    private typealias Paths = [String: String]

    /// The environment at its new place.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` if its groups do not lie in one.
    func applied(to root: Node) throws -> Node {
        let old = Self.paths(of: root)
        guard let top = old.min(by: { $0.count < $1.count }) else { return root }
        var paths: Paths = [:]
        for path in old {
            guard path.starts(with: top, by: { $0.lowercased() == $1.lowercased() }) else {
                throw ConsoleError(
                    .unprocessable,
                    "The groups of a sandbox lie in one: \(path.joined(separator: "/")) is not below "
                        + "\(top.joined(separator: "/")).")
            }
            let below = path.dropFirst(top.count).map(code)
            paths[path.joined(separator: "/").lowercased()] = (destination + below).joined(separator: "/")
        }
        return moved(root, paths, isTop: true)
    }

    /// Codes of groups by those they had.
    func codes(of root: Node) -> [String: String] {
        let old = Self.paths(of: root)
        let depth = old.map(\.count).min() ?? 0
        let pairs = old.compactMap { path in
            path.last.map { ($0, path.count == depth ? destination.last ?? $0 : code($0)) }
        }
        return Dictionary(pairs) { $1 }
    }

    private func code(_ code: String) -> String { "\(destination.last ?? "")-\(code)" }

    private static func paths(of root: Node) -> [[String]] {
        let groups = root.mapping?.value(of: "organizationGroups")?.sequence.map(Array.init) ?? []
        return groups.compactMap { group in
            group.mapping?.value(of: "path")?.scalar?.string.split(separator: "/").map(String.init)
        }
    }

    /// Ids and uuids are those of another copy; payloads are left as they are.
    private func moved(_ node: Node, _ paths: Paths, isTop: Bool = false) -> Node {
        switch node {
        case .scalar(var scalar):
            guard let path = paths[scalar.string.lowercased()] else { return node }
            scalar.string = path
            return .scalar(scalar)
        case .sequence(let sequence):
            return .sequence(
                Node.Sequence(sequence.map { moved($0, paths) }, sequence.tag, sequence.style, sequence.mark))
        case .mapping(let mapping):
            let isGroup = mapping.value(of: "path") != nil
            let pairs = mapping.compactMap { key, value -> (Node, Node)? in
                switch key.scalar?.string {
                case "uuid": return nil
                case "id" where isGroup, "type" where isGroup, "name" where isGroup && renames(mapping, paths):
                    return nil
                case "payloads": return (key, value)
                default: return (key, moved(value, paths))
                }
            }
            let more = isGroup ? placed(mapping, paths) : []
            return .mapping(Node.Mapping(pairs + more, mapping.tag, mapping.style, mapping.mark))
        case .alias: return node
        }
    }

    private func renames(_ group: Node.Mapping, _ paths: Paths) -> Bool { name != nil && isTop(group, paths) }

    private func isTop(_ group: Node.Mapping, _ paths: Paths) -> Bool {
        let path = group.value(of: "path")?.scalar?.string.lowercased() ?? ""
        return paths[path] == destination.joined(separator: "/")
    }

    /// What a group says of itself at its new place: the topmost is a customer, others are containers.
    private func placed(_ group: Node.Mapping, _ paths: Paths) -> [(Node, Node)] {
        let isTop = isTop(group, paths)
        var members: [(Node, Node)] = [(Node("type"), Node(isTop ? "Customer" : "Container"))]
        if isTop, let name { members.append((Node("name"), Node(name))) }
        return members
    }
}

extension Node.Mapping {
    /// The value of the first key with a text, as readers look for it: whatever tag the key has.
    fileprivate func value(of key: String) -> Node? { first { $0.key.scalar?.string == key }?.value }
}
