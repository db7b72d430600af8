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

    /// Path of a file.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` for what is no name of a file.
    package func path(of name: String) throws -> String { try KeptFileName.path(of: name, in: folder) }
}
