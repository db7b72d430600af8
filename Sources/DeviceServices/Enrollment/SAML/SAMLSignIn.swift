import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// The built-in identity provider: checks who signs in (DeviceServices, section 7.4).
struct SAMLSignIn: Sendable {
    /// The input of a user.
    struct Form: Sendable {
        var username = ""
        var password = ""
        var email = ""
    }

    let groups: OrganizationGroupStore
    let passwords: PasswordCheck
    let lookups: LookupThrottle
    let store: SAMLStore

    /// The group of a sign-in and its settings, if users may still sign in there with the identity provider.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` with a sentence for the user.
    func group(of request: SAMLRequest) async throws -> (OrganizationGroupRecord, GroupSettings) {
        do {
            let settings = try await groups.settings(of: request.groupID)
            if settings.offersSAML { return (try await groups.group(id: request.groupID), settings) }
        } catch let error as ConsoleError where error.code == .notFound {}
        throw ConsoleError(.badRequest, "Your organization does not offer this sign-in. Go back to the app.")
    }

    /// A token for whoever fills in the form.
    ///
    /// A user with a password proves it; one without, whom the identity provider made, enters the e-mail address. A name
    /// that is new is believed if the group provisions users.
    ///
    /// - Throws: ``LoginRefusal``, ``ConsoleError`` with a sentence for the user.
    func token(_ form: Form, for request: SAMLRequest, from address: String) async throws -> String {
        let (group, settings) = try await group(of: request)
        let known = try await passwords.users.user(named: form.username, in: group)
        let sender = PasswordSender(address: address, device: request.device)
        let subject: SAMLStore.Subject
        if let known, known.passwordHash == nil, known.accountType == "Saml" {
            let user = try await passwords.user(
                known, vouchedFor: form.email, in: group, settings: settings, from: sender)
            subject = .known(try user.storedID())
        } else if known == nil, settings.isOn(.provisionSAMLUsers) {
            try Self.requireIdentity(form)
            // Who makes many is slowed down, and each takes as long as a password.
            try await lookups.note(.newUser, from: address)
            try await passwords.spend(on: form.username, in: group, from: sender)
            subject = .new(username: form.username, email: form.email)
        } else {
            let user = try await passwords.user(
                named: form.username, password: form.password, in: group, settings: settings, from: sender)
            subject = .known(try user.storedID())
        }
        return try await store.token(for: subject, request, settings: settings)
    }

    private static func requireIdentity(_ form: Form) throws {
        let name = form.username.unicodeScalars
        guard (1...255).contains(name.count), name.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw ConsoleError(.badRequest, "Enter a user name of at most 255 characters.")
        }
        // A user is made of it if there is none yet.
        if let problem = NameRule.problem(with: form.username) {
            throw ConsoleError(.badRequest, "Enter another user name: it \(problem).")
        }
        let parts = form.email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, form.email.unicodeScalars.count <= 255,
            GroupSettingText.domain.accepts(String(parts[1])),
            !parts[0].unicodeScalars.contains(where: {
                $0.properties.isWhitespace || $0.properties.generalCategory == .control
            })
        else { throw ConsoleError(.badRequest, "Enter your e-mail address, such as dana@acme.example.") }
    }
}
