/// How many streams there may be, and how long and how far behind (Configuration, "Stream").
package struct StreamRules: Sendable {
    /// The most streams of the administrators of one customer at a time.
    let perCustomer: Int
    /// Messages a reader may fall behind before its stream ends.
    let backlog: Int
    /// After how long without a message a comment is sent.
    let heartbeat: Duration
    /// How long a reader may take nothing before its connection is closed.
    let patience: Duration
    /// The most seconds of a stream.
    let seconds: Int

    /// Made of its parts.
    package init(perCustomer: Int, backlog: Int, heartbeat: Duration, patience: Duration, seconds: Int) {
        self.perCustomer = perCustomer
        self.backlog = backlog
        self.heartbeat = heartbeat
        self.patience = patience
        self.seconds = seconds
    }
}
