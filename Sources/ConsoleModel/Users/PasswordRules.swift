/// What wrong passwords lead to.
package enum PasswordLockout: String, CaseIterable, Sendable {
    /// They lock the account, for everybody who knows its name, as the group's settings say.
    case account
    /// They lock nothing: whoever guesses is slowed down.
    case none
}

/// How passwords of enrollment users are guarded (Configuration, "Credentials and passwords").
package struct PasswordRules: Sendable {
    /// What wrong passwords lead to.
    package let lockout: PasswordLockout
    /// Whether an unknown name, a wrong password and a locked account get the same answer.
    package let hasUniformRefusals: Bool
    /// Failures of one name from one address after which further attempts are slowed down; 0 never.
    let failures: Int
    /// Seconds in which failures are counted.
    let window: Int64
    /// Between two attempts that are slowed down.
    package let pause: Duration
    /// Passwords of one sender that may wait to be checked.
    let share: Int

    /// Made of its parts.
    package init(
        lockout: PasswordLockout, hasUniformRefusals: Bool, failures: Int, window: Int64, pause: Duration,
        share: Int = 64
    ) {
        self.lockout = lockout
        self.hasUniformRefusals = hasUniformRefusals
        self.failures = failures
        self.window = window
        self.pause = pause
        self.share = share
    }

    /// Whether wrong passwords lock the account.
    package var locksAccounts: Bool { lockout == .account }
}
