import ConsoleModel

/// The groups whose logs are counted together.
struct LogQuotaScope: Hashable, Sendable {
    /// The group that sets the quota; for the built-in one the topmost group below the root.
    let group: OrganizationGroupRecord
    /// Whether the groups below it count.
    let includesSubtree: Bool
}

/// How much room logs may take together, and how much they do take.
struct LogQuota: Hashable, Sendable {
    /// Whose logs.
    let scope: LogQuotaScope
    /// Bytes they may take; nil for no limit.
    let limit: Int64?
    /// Bytes they take.
    var used: Int64
    /// Percent of the limit at which administrators are told.
    let warningPercent: Int64

    /// Whether administrators have to be told.
    var isWarning: Bool { limit.map { used * 100 >= $0 * warningPercent } ?? false }

    /// Whether nothing more has room.
    var isFull: Bool { limit.map { used >= $0 } ?? false }
}

/// How much room the logs of a group have, and what was refused for want of it.
struct LogStanding: Sendable {
    let quota: LogQuota
    /// The part of the console's room that is the customer's.
    let share: LogBound
    /// What the quota was the reason for, if anything.
    let usage: LogUsageRecord?
}

/// Which logs a purge removes.
struct LogPurge: Hashable, Sendable {
    /// Days a log has to be older than; nil for `logPurgeDays` of the group it is in.
    var days: Int64?
    /// Code of the group whose subtree is meant; nil for that of the administrator.
    var group: String?
}

/// What a purge removed.
struct LogPurgeResult: Encodable, Hashable, Sendable {
    /// Logs.
    var deleted = 0
    /// Bytes of their texts.
    var bytes: Int64 = 0
}
