/// A place in an environment file.
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
    /// The following fields are nil if the file leaves them out: a group may appear only for the objects in it, so its
    /// other fields stay as they are.
    package var name: String?
    package var type: String?
    package var country: String?
    package var locale: String?
    /// The contents of its sections, by key.
    private var contents: [String: any Sendable] = [:]

    /// A group with nothing but its path.
    package init(position: EnvironmentPosition, path: [String], name: String? = nil, type: String? = nil) {
        self.position = position
        self.path = path
        self.name = name
        self.type = type
    }

    /// The path as written: `global/demo`.
    package var pathText: String { path.joined(separator: "/") }

    /// Its contents in a section; nil if the file leaves the section out.
    package subscript<Section: EnvironmentSection>(section: Section.Type) -> Section.Content? {
        get { contents[Section.key] as? Section.Content }
        set { contents[Section.key] = newValue.map { $0 as any Sendable } }
    }
}
