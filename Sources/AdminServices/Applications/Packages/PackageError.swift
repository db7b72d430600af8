/// Why a package is no app that can be installed.
struct PackageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a full stop.
    let reason: String

    /// An error with its reason.
    init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    var description: String { reason }
}
