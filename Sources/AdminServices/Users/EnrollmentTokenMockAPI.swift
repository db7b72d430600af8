import ConsoleModel
import ConsolePlatform

/// The wanted properties of a new token (AdminAPI, "Enrollment tokens").
struct NewEnrollmentTokenBody: Decodable, Sendable {
    /// A day.
    static let defaultMinutes: Int64 = 1440
    /// A year.
    static let minutes: ClosedRange<Int64> = 1...525_600

    /// Minutes it can be used.
    var expiresInMinutes: Int64?

    /// Minutes it can be used, within bounds.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    func checkedMinutes() throws -> Int64 {
        let value = expiresInMinutes ?? Self.defaultMinutes
        guard Self.minutes.contains(value) else {
            throw ConsoleError(
                .badRequest,
                "expiresInMinutes is \(value); it has to be from \(Self.minutes.lowerBound) to \(Self.minutes.upperBound)."
            )
        }
        return value
    }
}

/// An enrollment token as `/_mock` shows it (AdminAPI, "Enrollment tokens").
struct EnrollmentTokenBody: Encodable, Sendable {
    let id: Int64?
    /// `enrollment`, `login` or `saml`.
    let kind: String
    /// `unused`, `used` or `expired`.
    let state: String
    let user: String
    let group: String
    let createdAt: Timestamp
    let expiresAt: Timestamp
    let usedAt: Timestamp?
    /// The only device it can be used on.
    let device: String?
    /// The token itself; only in the answer that hands it out.
    let token: String?

    /// The body for a token.
    init(_ record: EnrollmentTokenRecord, of owner: EnrollmentTokenStore.Owner, at now: Timestamp, token: String? = nil)
    {
        id = record.id
        kind = record.kind.rawValue
        state = record.usedAt != nil ? "used" : record.expiresAt > now ? "unused" : "expired"
        user = owner.user.username
        group = owner.group.code
        createdAt = record.createdAt
        expiresAt = record.expiresAt
        usedAt = record.usedAt
        device = record.deviceIdentifier
        self.token = token
    }
}
