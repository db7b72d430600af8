/// Where something stands in an environment file.
package struct EnvironmentPosition: Hashable, Sendable {
    /// From 1.
    let line: Int
    /// From 1.
    let column: Int

    /// A place in a file.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// An organization group of an environment file, with everything that belongs to it.
package struct EnvironmentGroup: Sendable {
    package var position: EnvironmentPosition
    /// Codes from the root down to this group.
    package var path: [String]
    package var uuid: String?
    package var id: Int64?
    /// What follows is nil where the file leaves it out: a group is also the way to what belongs to it, so what it leaves
    /// out stays as it is.
    package var name: String?
    package var type: String?
    package var country: String?
    package var locale: String?
    /// What belongs to it, by the keys of sections.
    private var contents: [String: any Sendable] = [:]

    /// A group of which nothing more is said.
    package init(position: EnvironmentPosition, path: [String], name: String? = nil, type: String? = nil) {
        self.position = position
        self.path = path
        self.name = name
        self.type = type
    }

    /// The path as written: `global/demo`.
    package var pathText: String { path.joined(separator: "/") }

    /// What a section has of it; nil where the file leaves it out.
    package subscript<Section: EnvironmentSection>(section: Section.Type) -> Section.Content? {
        get { contents[Section.key] as? Section.Content }
        set { contents[Section.key] = newValue.map { $0 as any Sendable } }
    }
}
