package import ConsolePlatform
package import DeviceProtocol

/// Answers which SDK generation a group has chosen, from a cache that a change of the configuration empties.
package struct SDKGenerations: Sendable {
    private let database: ConsoleDatabase
    private let cache = GenerationCache<Int64, SDKGeneration?>()

    /// The generations of a database.
    package init(database: ConsoleDatabase) {
        self.database = database
    }

    /// The generation that a group has chosen or inherits; nil for none, for a group that is gone, and while the
    /// database cannot be read.
    package func generation(of groupID: Int64) async -> SDKGeneration? {
        let generation = database.generation
        if let known = cache.cached(groupID, generation: generation) { return known }
        let found = try? await database.read { db -> SDKGeneration?? in
            guard let group = try OrganizationGroupRecord.stored(groupID, db) else { return .some(nil) }
            return .some(try OrganizationGroupStore.settings(of: group, db).sdkGeneration)
        }
        guard let found else { return nil }
        cache.store(found, for: groupID, generation: generation)
        return found
    }
}
