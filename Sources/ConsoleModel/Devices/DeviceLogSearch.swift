package import ConsolePlatform

/// The logs of an app on a device that a client asks for.
package struct DeviceLogSearch: Sendable {
    /// Row id of the device.
    package let deviceID: Int64
    /// Bundle identifier of the app.
    package let bundle: String
    /// Received later than this; nil for all.
    package let after: Timestamp?
    /// Received earlier than this; nil for all.
    package let before: Timestamp?
    /// The most logs of the answer.
    package let limit: Int
    /// How many logs are skipped.
    package let offset: Int
    /// Whether the oldest comes first.
    package let isAscending: Bool

    /// Made of its parts.
    package init(
        deviceID: Int64, bundle: String, after: Timestamp?, before: Timestamp?, limit: Int, offset: Int,
        isAscending: Bool
    ) {
        (self.deviceID, self.bundle) = (deviceID, bundle)
        (self.after, self.before) = (after, before)
        (self.limit, self.offset) = (limit, offset)
        self.isAscending = isAscending
    }
}

/// A log of an app.
package struct DeviceLogEntry: Sendable {
    package let id: Int64
    package let receivedAt: Timestamp
    /// The text, or the beginning of a long one.
    package let text: String

    /// Made of its parts.
    package init(id: Int64, receivedAt: Timestamp, text: String) {
        (self.id, self.receivedAt) = (id, receivedAt)
        self.text = text
    }
}
