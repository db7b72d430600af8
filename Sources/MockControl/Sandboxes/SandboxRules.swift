/// How many sandboxes there may be, and how long (Configuration, "Sandboxes").
package struct SandboxRules: Sendable {
    /// The most at a time.
    let count: Int
    /// Seconds after which one that nobody uses is removed; 0 keeps it.
    let idle: Int64
    /// Base-2 logarithm of the cost of hashing passwords that testers choose.
    let passwordCost: Int

    /// Made of its parts.
    package init(count: Int, idle: Int64, passwordCost: Int) {
        self.count = count
        self.idle = idle
        self.passwordCost = passwordCost
    }
}
