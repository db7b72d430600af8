/// Why a ZIP archive cannot be read.
struct ZIPError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a full stop.
    let reason: String

    /// An error with its reason.
    init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    var description: String { reason }
}
