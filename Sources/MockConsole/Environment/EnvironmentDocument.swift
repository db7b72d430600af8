import ConsoleModel

/// What an environment file says: organization groups and what belongs to them (EnvironmentFile).
struct EnvironmentDocument: Sendable {
    var groups: [EnvironmentGroup] = []
}
