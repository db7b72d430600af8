import ConsoleModel
import GRDB

/// What time does to tokens.
extension EnrollmentStore {
    /// They expire: those of apps, and those that users enroll with.
    static let due = [
        DueWork("access token expired") { span in
            """
            accessToken JOIN device ON device.id = accessToken.deviceId WHERE accessToken.revokedAt IS NULL
            AND \(span.condition("device.groupId")) AND \(span.condition(moment: "accessToken.expiresAt"))
            """
        },
        DueWork("enrollment token expired") { span in
            """
            enrollmentToken AS token JOIN enrollmentUser AS owner ON owner.id = token.userId
            WHERE token.usedAt IS NULL AND \(span.condition("coalesce(token.groupId, owner.groupId)"))
            AND \(span.condition(moment: "token.expiresAt"))
            """
        },
    ]
}

/// What time does to sessions of agents.
extension AgentSessionStore {
    /// They expire.
    static let due = DueWork("agent session expired") { span in
        "agentSession WHERE \(span.condition("groupId")) AND \(span.condition(moment: "expiresAt"))"
    }
}
