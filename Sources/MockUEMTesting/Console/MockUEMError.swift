/// Why something could not be done.
public struct MockUEMError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status the console answered; nil if it did not answer.
    public let status: Int?
    /// The reason in a sentence.
    public let message: String

    /// An error with a reason.
    public init(_ message: String, status: Int? = nil) {
        self.message = message
        self.status = status
    }

    /// The reason, after the status if there is one.
    public var description: String { status.map { "\($0): \(message)" } ?? message }
}
