import ConsoleHTTP

/// The recovery lock that a command sets on a Mac.
struct RecoveryLockDraft: Sendable {
    /// Characters of a password that the console makes.
    private static let lengths: ClosedRange<Int64> = 4...64
    private static let digits = "0123456789"
    private static let letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
    private static let specialCharacters = "!#$%&*+-=?@_"

    /// Whether the lock is taken away instead.
    let isCleared: Bool
    /// Characters of the password.
    let length: Int
    /// What the password is made of.
    let alphabet: [Character]

    /// Reads `set_recovery_lock` of a body; without it the password has 12 letters and digits.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member.
    init(_ fields: AdminFields) throws {
        let lock = try fields.object("set_recovery_lock")
        _ = try lock?.text("current_password")
        isCleared = try lock?.bool("clear_password") ?? false
        let policy = try lock?.object("password_policy")
        length = Int(try policy?.integer("length", in: Self.lengths) ?? 12)
        let kinds = [
            ("include_numbers", Self.digits, true), ("include_letters", Self.letters, true),
            ("include_special_characters", Self.specialCharacters, false),
        ]
        alphabet = try kinds.flatMap { name, characters, standard in
            try policy?.bool(name) ?? standard ? Array(characters) : []
        }
        guard !alphabet.isEmpty else {
            throw (policy ?? fields).wrong(
                "include_numbers", "has to be true if letters and special characters are out")
        }
    }

    /// A password of the policy.
    ///
    /// - Parameter bytes: Random bytes, four for each character.
    /// - Returns: The password; empty if the lock is taken away.
    func password(_ bytes: [UInt8]) -> String {
        guard !isCleared else { return "" }
        return String(
            (0..<length).map { place in
                let number = bytes.dropFirst(place * 4).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                return alphabet[Int(number) % alphabet.count]
            })
    }
}
