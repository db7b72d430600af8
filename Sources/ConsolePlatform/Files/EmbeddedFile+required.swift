package import ConsoleResources

extension EmbeddedFile {
    /// The embedded file at a path that must exist.
    ///
    /// - Throws: ``ConsoleError`` `internalError` if there is none.
    package static func required(_ path: String) throws -> EmbeddedFile {
        guard let file = at(path) else {
            throw ConsoleError(.internalError, "The file \(path) is not embedded in this binary.")
        }
        return file
    }
}
