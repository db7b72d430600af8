/// Why a ZIP archive cannot be read.
package struct ZIPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a full stop.
    package let reason: String

    /// An error with its reason.
    init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    package var description: String { reason }
}
