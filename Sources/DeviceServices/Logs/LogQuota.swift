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
    /// Percent of the limit at which administrators are notified.
    let warningPercent: Int64

    /// Whether to notify administrators.
    var isWarning: Bool { limit.map { used * 100 >= $0 * warningPercent } ?? false }

    /// Whether nothing more has room.
    var isFull: Bool { limit.map { used >= $0 } ?? false }
}

/// How much room the logs of a group have, and what was refused for want of it.
struct LogStanding: Sendable {
    let quota: LogQuota
    /// The part of the console's room that is the customer's.
    let share: LogBound
    /// The effect of the quota, if any.
    let usage: LogUsageRecord?
}

/// Which logs a purge removes.
struct LogPurge: Hashable, Sendable {
    /// Days a log has to be older than; nil for `logPurgeDays` of the group it is in.
    var days: Int64?
    /// Code of the top of the subtree; nil for the administrator's own group.
    var group: String?
}

/// The result of a purge.
struct LogPurgeResult: Encodable, Hashable, Sendable {
    /// Logs.
    var deleted = 0
    /// Bytes of their texts.
    var bytes: Int64 = 0
}
