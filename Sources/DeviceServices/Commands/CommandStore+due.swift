import ConsoleModel
import GRDB

/// What time does to commands.
extension CommandStore {
    /// Those whose time is over expire.
    var due: DueWork {
        DueWork("command expired") { span in
            "command WHERE finishedAt IS NULL AND expiresAt <= \(span.to) AND \(span.condition("groupId"))"
        } settle: { _ in
            try await expireDue()
        }
    }
}
