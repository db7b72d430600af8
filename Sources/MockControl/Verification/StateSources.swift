package import ConsoleModel

/// Where states are found that others keep.
package struct StateSources: Sendable {
    /// Finds out where a command is on its way.
    package typealias Commands = @Sendable (_ id: String, Subtree) async throws -> CommandStanding

    /// Where a command is on its way.
    package struct CommandStanding: Sendable {
        /// What its state is called.
        let status: String
        /// Whether it will have no other.
        let isFinal: Bool

        /// Made of its parts.
        package init(status: String, isFinal: Bool) {
            (self.status, self.isFinal) = (status, isFinal)
        }
    }

    let tallies: [RecordTally]
    let commandStatuses: [String]
    let command: Commands

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - tallies: Tables that rows can be waited for in.
    ///   - commandStatuses: What states of commands are called.
    ///   - command: Finds a command by its id or uuid; throws `notFound` if there is none in a subtree.
    package init(tallies: [RecordTally], commandStatuses: [String], command: @escaping Commands) {
        self.tallies = tallies
        self.commandStatuses = commandStatuses
        self.command = command
    }
}
