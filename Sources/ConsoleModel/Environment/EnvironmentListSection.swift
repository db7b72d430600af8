package import Yams

/// One of a list in an environment file.
package protocol EnvironmentEntry: Sendable {
    /// Where it stands.
    var position: EnvironmentPosition { get }
    /// What no two of a list may have in common.
    var title: String { get }
}

/// A section that is a list of mappings.
package protocol EnvironmentListSection: EnvironmentSection where Content == [Entry] {
    /// What the list has.
    associatedtype Entry: EnvironmentEntry

    /// Name of an entry in the schema.
    static var entryName: String { get }
    /// Reads an entry; nil, with a note, if it cannot be told which it is.
    static func readEntry(_ node: EnvironmentNode) -> Entry?
    /// An entry as it is written.
    static func writeEntry(_ entry: Entry) -> Node
}

extension EnvironmentListSection {
    /// A list of entries.
    package static var schema: JSONSchema { .list(.defined(entryName)) }

    /// Reads each entry.
    package static func read(_ node: EnvironmentNode) -> [Entry] { node.list.compactMap { readEntry($0) } }

    /// Notes entries that stand there twice.
    package static func check(_ content: [Entry], _ node: EnvironmentNode) {
        // As the database tells names apart: by bytes, but for the letters of ASCII.
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
