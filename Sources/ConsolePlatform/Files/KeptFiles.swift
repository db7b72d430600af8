package import GRDB

/// Files of the data folder that rows refer to by name, so that whoever keeps the rows keeps the files.
package struct KeptFiles: Sendable {
    /// What the folder is called beside others.
    package let label: String
    /// Where they are.
    package let folder: String
    /// Their names.
    package let names: @Sendable (GRDB.Database) throws -> [String]

    /// Made of its parts.
    package init(
        _ label: String, in folder: String, names: @escaping @Sendable (GRDB.Database) throws -> [String]
    ) {
        self.label = label
        self.folder = folder
        self.names = names
    }
}
