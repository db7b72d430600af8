package import Yams

/// The section of a feature in environment files: one key of organization groups (EnvironmentFile).
///
/// The form of a file is known without a console, so it belongs to the type; an import and an export need the feature.
package protocol EnvironmentSection: Sendable {
    /// The contents of the key.
    associatedtype Content: Sendable

    /// The key: `complianceRules`.
    static var key: String { get }
    /// What the schema says of the key's value.
    static var schema: JSONSchema { get }
    /// Mappings the section has, by their names in the schema.
    static var definitions: [(String, JSONSchema)] { get }
    /// Mappings inside those, by their names in the schema, which lists them at its end.
    static var valueDefinitions: [(String, JSONSchema)] { get }

    /// Reads the key's value, and notes problems.
    static func read(_ node: EnvironmentNode) -> Content
    /// Notes contradictions in the contents, once the whole group is read.
    static func check(_ content: Content, _ node: EnvironmentNode)
    /// The key's value as it is written; nil for nothing.
    static func write(_ content: Content) -> Node?

    /// Does work before an import that takes too long for a transaction.
    ///
    /// - Parameter contents: The contents, with the ids of the groups they belong to, which may not exist yet.
    /// - Returns: The contents to import, in the same order.
    /// - Throws: What the database throws.
    func prepare(_ contents: [(group: String, content: Content)]) async throws -> [Content]
    /// Imports the contents of a group.
    ///
    /// - Throws: What the database throws; contents that do not fit are noted.
    func importContent(
        _ content: Content, of group: EnvironmentGroup, in home: OrganizationGroupRecord, _ run: EnvironmentImportRun
    ) throws
    /// The contents of a group; nil for nothing.
    ///
    /// - Throws: What the database throws.
    func export(of group: OrganizationGroupRecord, _ export: EnvironmentExport) throws -> Content?
}

extension EnvironmentSection {
    /// Most sections have no further mappings inside their mappings.
    package static var valueDefinitions: [(String, JSONSchema)] { [] }

    /// Most sections note everything as they read it.
    package static func check(_ content: Content, _ node: EnvironmentNode) {}

    /// Most sections need no preparation.
    package func prepare(_ contents: [(group: String, content: Content)]) async throws -> [Content] {
        contents.map(\.content)
    }
}

/// What can be done with a section of any kind of content.
extension EnvironmentSection {
    /// Reads the section of a group, if it has one.
    package static func readContent(of group: inout EnvironmentGroup, _ mapping: EnvironmentMapping) {
        if let node = mapping[key] { group[Self.self] = read(node) }
    }

    /// Notes contradictions in the section of a group.
    package static func checkContent(of group: EnvironmentGroup, _ mapping: EnvironmentMapping) {
        if let content = group[Self.self], let node = mapping[key] { check(content, node) }
    }

    /// Adds the section of a group to its YAML.
    package static func addContent(of group: EnvironmentGroup, to mapping: inout YAMLMapping) {
        mapping.add(key, group[Self.self].flatMap { write($0) })
    }

    /// Prepares the section of all groups that have it.
    package func prepareContents(of groups: inout [EnvironmentGroup]) async throws {
        let contents = groups.map { group in group[Self.self].map { (group: group.path.last ?? "", content: $0) } }
        let indices = groups.indices.filter { contents[$0] != nil }
        for (index, content) in zip(indices, try await prepare(contents.compactMap(\.self))) {
            groups[index][Self.self] = content
        }
    }

    /// Imports the section of a group; objects that the file does not mention stay as they are.
    package func importContent(
        of group: EnvironmentGroup, in home: OrganizationGroupRecord, _ run: EnvironmentImportRun
    ) throws {
        guard let content = group[Self.self] else { return }
        try importContent(content, of: group, in: home, run)
    }

    /// Exports the section of a group into its contents.
    package func exportContent(
        of record: OrganizationGroupRecord, to group: inout EnvironmentGroup, _ export: EnvironmentExport
    ) throws {
        group[Self.self] = try self.export(of: record, export)
    }
}
