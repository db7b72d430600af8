/// How long people stay signed in, and how many sessions there may be (Configuration, "Pages").
package struct SessionRules: Hashable, Sendable {
    /// Seconds without a request after which a session ends.
    let idleSeconds: Int64
    /// Seconds after which it ends in any case.
    let lifetime: Int64
    /// The most sessions at a time; a tenth of them for one person.
    let limit: Int

    /// Made of its parts.
    package init(idleSeconds: Int64, lifetime: Int64, limit: Int) {
        self.idleSeconds = idleSeconds
        self.lifetime = lifetime
        self.limit = limit
    }

    /// The most sessions of one person.
    var limitOfOne: Int { max(1, limit / 10) }
}
