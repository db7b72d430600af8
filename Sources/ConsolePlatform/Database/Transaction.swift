package import GRDB
import NIOConcurrencyHelpers

/// One unit of work on the database: everything in it is kept, or nothing.
///
/// Handed to the closure of ``ConsoleDatabase/write(_:)``; not to be kept beyond it.
package struct Transaction {
    /// The connection, inside the savepoint of this unit.
    package let db: GRDB.Database
    /// Actions that follow the commit.
    let effects: TransactionEffects

    /// Runs a closure once the unit is safely committed; not at all if it fails.
    ///
    /// For notifications; it must not write or wait.
    package func afterCommit(_ action: @escaping @Sendable () -> Void) {
        effects.add(action)
    }

    /// Notes a change of something that answers are derived from: settings, users, credentials, profiles, assignments,
    /// or an attribute that smart groups use.
    ///
    /// Moves ``ConsoleDatabase/generation`` after the commit.
    package func changesConfiguration() {
        effects.markConfigurationChanged()
    }

    /// Whether something has changed so far that answers are derived from.
    package var hasChangedConfiguration: Bool { effects.configurationChanged }
}

/// The actions of a unit of work that follow its commit.
final class TransactionEffects: Sendable {
    private struct State {
        var actions: [@Sendable () -> Void] = []
        var configurationChanged = false
    }

    private let state = NIOLockedValueBox(State())

    /// Adds an action for after the commit.
    func add(_ action: @escaping @Sendable () -> Void) {
        state.withLockedValue { $0.actions.append(action) }
    }

    /// Notes that the generation has to move.
    func markConfigurationChanged() {
        state.withLockedValue { $0.configurationChanged = true }
    }

    /// Whether the generation has to move.
    var configurationChanged: Bool { state.withLockedValue { $0.configurationChanged } }

    /// Runs the actions, in the order they were added.
    func run() {
        for action in state.withLockedValue({ $0.actions }) { action() }
    }
}
