import ConsolePlatform

/// What passwords of administrators have to be like (Configuration, "Administrators").
package struct AdministratorPasswords: Sendable {
    /// Characters they have at least.
    package let minimumLength: Int

    /// Made of its parts.
    package init(minimumLength: Int) {
        self.minimumLength = minimumLength
    }

    /// What is wrong with a password, as a sentence; nil if nothing is.
    package func problem(of password: String) -> String? {
        guard password.unicodeScalars.count < minimumLength else { return nil }
        let characters = minimumLength == 1 ? "1 character" : "\(minimumLength) characters"
        return "The password is too short; that of an administrator has at least \(characters)"
            + " (admin.minimumPasswordLength)."
    }

    /// Refuses a password that is too short.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    package func require(_ password: String) throws {
        if let problem = problem(of: password) { throw ConsoleError(.badRequest, problem) }
    }
}
