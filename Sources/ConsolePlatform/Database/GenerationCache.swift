import NIOConcurrencyHelpers

/// Values derived from the database, dropped as soon as its generation moves.
///
/// A value is kept under the generation read *before* it was loaded, so a change that happens meanwhile is seen.
package final class GenerationCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var generation: UInt64 = 0
        var values: [Key: Value] = [:]
    }

    private let state = NIOLockedValueBox(State())
    private let limit: Int

    /// A cache of at most `limit` values; a full one starts anew.
    package init(limit: Int = 10_000) {
        self.limit = limit
    }

    /// The value for a key, loaded if it is not cached for this generation.
    package func value(for key: Key, generation: UInt64, load: () async throws -> Value) async throws -> Value {
        if let known = cached(key, generation: generation) { return known }
        let value = try await load()
        store(value, for: key, generation: generation)
        return value
    }

    /// The value for a key if it is cached for this generation.
    package func cached(_ key: Key, generation: UInt64) -> Value? {
        state.withLockedValue { state in
            state.generation == generation ? state.values[key] : nil
        }
    }

    /// Keeps a value that was loaded under a generation, unless a later one has begun.
    package func store(_ value: Value, for key: Key, generation: UInt64) {
        state.withLockedValue { state in
            guard state.generation <= generation else { return }
            if state.generation < generation || state.values.count >= limit {
                state.values.removeAll(keepingCapacity: true)
                state.generation = generation
            }
            state.values[key] = value
        }
    }

    /// Forgets everything.
    func removeAll() {
        state.withLockedValue { $0.values.removeAll() }
    }
}
