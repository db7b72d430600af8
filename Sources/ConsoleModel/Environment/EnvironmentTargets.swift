import ConsolePlatform
package import GRDB

/// Finds objects of a feature for sections of other features, which do not know that feature.
package struct EnvironmentTargets: Sendable {
    /// An object.
    package struct Target: Sendable {
        package let id: Int64
        package let uuid: String
        let groupID: Int64
        let name: String

        /// An object of a group.
        package init(id: Int64, uuid: String, groupID: Int64, name: String) {
            self.id = id
            self.uuid = uuid
            self.groupID = groupID
            self.name = name
        }
    }

    /// Its key.
    package enum Key: Sendable {
        case id(Int64)
        case uuid(String)
        case name(String, groupID: Int64)
    }

    /// The name of the kind for people: `SDK profile`.
    let kind: String
    /// Finds one; nil if there is none.
    let find: @Sendable (Key, GRDB.Database) throws -> Target?

    /// Objects of a kind.
    package init(_ kind: String, find: @escaping @Sendable (Key, GRDB.Database) throws -> Target?) {
        self.kind = kind
        self.find = find
    }
}

extension EnvironmentImportRun {
    /// The object that a reference names; notes a problem if it is missing.
    package func target(
        _ reference: EnvironmentReference, in home: OrganizationGroupRecord, among targets: EnvironmentTargets
    ) throws -> EnvironmentTargets.Target? {
        guard let group = try group(of: reference, in: home) else { return nil }
        let found = try targets.find(.name(reference.name, groupID: try group.storedID()), db)
        if found == nil { complain(reference, "there is no \(targets.kind) \(reference.name) in \(group.code)") }
        return found
    }
}

extension EnvironmentExport {
    /// A reference from a group to an object; nil if there is none.
    package func reference(
        to key: EnvironmentTargets.Key, among targets: EnvironmentTargets, from home: Int64
    ) throws -> EnvironmentReference? {
        guard let found = try targets.find(key, db) else { return nil }
        return try reference(to: found.name, of: found.groupID, from: home)
    }
}
