import ConsolePlatform

/// Records changes to accounts in the event log, without secrets.
struct AccountLog: Sendable {
    let events: EventLogStore

    /// Records a change, and drops credentials of the account that were verified lately.
    ///
    /// - Parameters:
    ///   - action: What happened; its noun is the kind of the account.
    ///   - name: Name of the account.
    ///   - groupID: Its group.
    ///   - administrator: Who did it.
    ///   - now: When.
    ///   - before: The row as it was; nil for something new.
    ///   - after: The row as it is; nil for something that was deleted.
    ///   - transaction: The transaction of the change.
    /// - Throws: What the database throws.
    func record<Record: AccountRecord>(
        _ action: EventAction, _ name: String, in groupID: Int64, by administrator: AdministratorIdentity,
        at now: Timestamp, before: Record? = nil, after: Record? = nil, in transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(action: action, subjectKind: action.noun, subject: name, groupID: groupID, at: now),
            by: .administrator(administrator.name), before: try before.map(EventLogStore.fields),
            after: try after.map(EventLogStore.fields), in: transaction)
        transaction.changesConfiguration()
    }
}
