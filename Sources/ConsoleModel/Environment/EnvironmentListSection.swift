package import Yams

/// An entry of a list in an environment file.
package protocol EnvironmentEntry: Sendable {
    /// Where it stands.
    var position: EnvironmentPosition { get }
    /// The key that no two entries of a list may share.
    var title: String { get }
}

/// A section that is a list of mappings.
package protocol EnvironmentListSection: EnvironmentSection where Content == [Entry] {
    /// An entry of the list.
    associatedtype Entry: EnvironmentEntry

    /// Name of an entry in the schema.
    static var entryName: String { get }
    /// Reads an entry; nil, with a problem noted, if its key is unreadable.
    static func readEntry(_ node: EnvironmentNode) -> Entry?
    /// An entry as it is written.
    static func writeEntry(_ entry: Entry) -> Node
}

extension EnvironmentListSection {
    /// A list of entries.
    package static var schema: JSONSchema { .list(.defined(entryName)) }

    /// Reads each entry.
    package static func read(_ node: EnvironmentNode) -> [Entry] { node.list.compactMap { readEntry($0) } }

    /// Notes duplicate entries.
    package static func check(_ content: [Entry], _ node: EnvironmentNode) {
        // Compares names as the database does: by bytes, ignoring the case of ASCII letters.
        var seen: Set<[UInt8]> = []
        for entry in content
        where !seen.insert(entry.title.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }).inserted {
            node.problems.add("\(entry.title) stands here twice", at: entry.position, field: node.field)
        }
    }

    /// The entries in their order; an empty list is left out.
    package static func write(_ content: [Entry]) -> Node? {
        content.isEmpty ? nil : YAMLWriting.list(content.map { writeEntry($0) })
    }
}
