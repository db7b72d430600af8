/// What is configured about commands (Configuration, "Limits").
package struct CommandRules: Sendable {
    let maximumDeliveries: Int64
    let logTypeName: String

    /// Rules.
    ///
    /// - Parameters:
    ///   - maximumDeliveries: How often a command is handed out without an acknowledgement.
    ///   - logTypeName: What `UploadLogs` calls the type of the logs; empty leaves it out.
    package init(maximumDeliveries: Int64, logTypeName: String) {
        self.maximumDeliveries = maximumDeliveries
        self.logTypeName = logTypeName
    }
}
