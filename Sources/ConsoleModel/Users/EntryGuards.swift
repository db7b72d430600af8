package import ConsolePlatform

/// What stands before whoever comes without a credential.
package struct EntryGuards: Sendable {
    /// Slows down who guesses passwords of users.
    package let passwords: PasswordThrottle
    /// Slows down who looks for codes.
    package let lookups: LookupThrottle
    /// Slows down who guesses passwords of administrators.
    package let pacer: Pacer

    /// Guards that know of no failures.
    ///
    /// - Parameters:
    ///   - rules: How passwords are guarded.
    ///   - misses: Look-ups of one address that may find nothing; 0 means any number.
    ///   - seconds: How long they count.
    ///   - site: How much more than one address a whole site may have.
    ///   - clock: Asked for the console's own time.
    ///   - limits: Where they say that somebody is slowed down.
    package init(
        _ rules: PasswordRules, misses: Int, for seconds: Int64, site: SiteRule, clock: ConsoleClock, limits: LimitLog
    ) {
        pacer = Pacer(pause: rules.pause)
        passwords = PasswordThrottle(rules, site: site, pacer: pacer, clock: clock, limits: limits)
        lookups = LookupThrottle(
            limit: misses, seconds: seconds, site: site, pacer: pacer, clock: clock, limits: limits)
    }
}
