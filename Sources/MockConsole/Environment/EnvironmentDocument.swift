import ConsoleModel

/// The contents of an environment file: organization groups and everything in them (EnvironmentFile).
struct EnvironmentDocument: Sendable {
    /// Version of its form.
    var version = EnvironmentReader.formatVersion
    var groups: [EnvironmentGroup] = []
}
