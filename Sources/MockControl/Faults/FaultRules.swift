/// How many faults there may be, and how long they hold requests up (Configuration, "Faults").
package struct FaultRules: Sendable {
    /// The most faults of the administrators of one customer.
    let perCustomer: Int
    /// The most seconds a fault holds back an answer, or a piece of it.
    let seconds: Int
    /// Bytes of a body that are looked at before a request is handled.
    let bodyBytes: Int

    /// Made of its parts.
    package init(perCustomer: Int, seconds: Int, bodyBytes: Int) {
        self.perCustomer = perCustomer
        self.seconds = seconds
        self.bodyBytes = bodyBytes
    }
}
