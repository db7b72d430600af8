import ConsoleModel

/// What an environment file says: organization groups and what belongs to them (EnvironmentFile).
struct EnvironmentDocument: Sendable {
    /// Version of its form.
    var version = EnvironmentReader.formatVersion
    var groups: [EnvironmentGroup] = []
}
