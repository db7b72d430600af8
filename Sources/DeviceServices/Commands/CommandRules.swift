/// The configuration of commands (Configuration, "Limits").
package struct CommandRules: Sendable {
    let maximumDeliveries: Int64
    let logTypeName: String

    /// Rules.
    ///
    /// - Parameters:
    ///   - maximumDeliveries: How often a command is delivered without an acknowledgement.
    ///   - logTypeName: The name of the setting of `UploadLogs` with the type of the logs; empty leaves it out.
    package init(maximumDeliveries: Int64, logTypeName: String) {
        self.maximumDeliveries = maximumDeliveries
        self.logTypeName = logTypeName
    }
}
