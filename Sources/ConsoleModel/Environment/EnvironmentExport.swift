package import GRDB

/// Reads the objects of groups from the database, for environment files.
package struct EnvironmentExport {
    package let db: GRDB.Database
    /// The place of an object that was never in a file.
    package let nowhere = EnvironmentPosition(line: 0, column: 0)

    /// An export inside a transaction.
    package init(db: GRDB.Database) {
        self.db = db
    }

    /// Codes from the root down to a group.
    package func path(of group: OrganizationGroupRecord) throws -> [String] {
        try OrganizationGroupStore.ancestorsAndSelf(of: group, db).map(\.code)
    }

    /// The path of a group as written: `global/demo`.
    package func pathText(ofGroup id: Int64) throws -> String {
        try path(of: try OrganizationGroupStore.group(id: id, db)).joined(separator: "/")
    }

    /// A reference from a group to an object of the same or another group.
    package func reference(to name: String, of groupID: Int64, from home: Int64) throws -> EnvironmentReference {
        let group = groupID == home ? nil : try pathText(ofGroup: groupID)
        return EnvironmentReference(position: nowhere, field: "", group: group, name: name)
    }

    /// References by group and name.
    package func sorted(_ references: [EnvironmentReference]) -> [EnvironmentReference] {
        references.sorted { ($0.group ?? "", $0.name.lowercased()) < ($1.group ?? "", $1.name.lowercased()) }
    }
}
