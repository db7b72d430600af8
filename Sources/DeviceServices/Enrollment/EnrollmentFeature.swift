package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform
package import DeviceProtocol
package import Hummingbird

/// Sign-in and enrollment: of apps, by agents and through the identity provider (DeviceServices, sections 6 to 10).
package struct EnrollmentFeature: Feature {
    /// Whether an app on a device is blocked from registering, with the sentence the user sees, and whether its SDK
    /// profile has single sign-on.
    package typealias Outlook = @Sendable (BundleIdentifier, DeviceIdentity) async throws -> AppRegistrationOutlook
    /// Whether a user has to accept terms of use before using an app in a group.
    package typealias TermsRequirement =
        @Sendable (BundleIdentifier, _ userID: Int64, _ groupID: Int64) async throws -> Bool

    /// Row id of the device whose credential came with a request that names an identifier; nil for none.
    package typealias CredentialOwner = @Sendable (Request, DeviceIdentifier) async throws -> Int64?

    private let model: Model
    private let limits: Limits
    private let rules: Rules
    private let codes: CodeLookups
    private let store: EnrollmentStore
    private let signIn: SignIn
    let agent: AgentEnrollment
    private let identityProvider: SAMLSignIn
    private let sealing: SAMLRequestSealing
    private let installPage: String
    private let outlook: Outlook
    private let termsOfUse: TermsRequirement
    private let owner: CredentialOwner

    /// What it tells and takes (Configuration).
    package struct Rules: Sendable {
        /// To which apps sign-ins with the identity provider may return.
        let saml: SAMLRules
        /// Whether the open status has the name of a group, or only its code.
        let tellsGroupNames: Bool

        /// Made of its parts.
        package init(saml: SAMLRules, tellsGroupNames: Bool) {
            self.saml = saml
            self.tellsGroupNames = tellsGroupNames
        }
    }

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows groups, users, devices and credentials.
    ///   - rules: What it tells and takes.
    ///   - installPage: Path of the page agents send users to.
    ///   - outlook: Asks what registering an app would lead to.
    ///   - termsOfUse: Asks whether terms have to be accepted.
    ///   - owner: Finds the device whose credential came with a request.
    package init(
        _ core: Core, _ model: Model, rules: Rules, installPage: String, outlook: @escaping Outlook,
        termsOfUse: @escaping TermsRequirement, owner: @escaping CredentialOwner
    ) {
        let passwords = PasswordCheck(
            users: model.users, devices: model.devices, hasher: model.hasher, throttle: model.guards.passwords,
            clock: core.clock)
        codes = CodeLookups(throttle: model.guards.lookups, devices: model.devices)
        self.rules = rules
        store = EnrollmentStore(
            database: core.database, credentials: model.credentials, tokens: model.tokens,
            compliance: model.compliance, events: core.events, clock: core.clock, random: core.random,
            passwords: passwords.rules)
        signIn = SignIn(
            groups: model.groups, users: model.users, devices: model.devices, compliance: model.compliance,
            passwords: passwords, codes: codes, clock: core.clock)
        agent = AgentEnrollment(
            sessions: AgentSessionStore(
                database: core.database, events: core.events, clock: core.clock, random: core.random,
                passwords: passwords.rules),
            groups: model.groups, passwords: passwords, codes: codes)
        identityProvider = SAMLSignIn(
            groups: model.groups, passwords: passwords, lookups: model.guards.lookups,
            store: SAMLStore(
                database: core.database, events: core.events, clock: core.clock, random: core.random,
                passwords: passwords.rules))
        sealing = SAMLRequestSealing(secrets: model.keys.secrets, clock: core.clock)
        limits = core.limits
        self.model = model
        self.installPage = installPage
        self.outlook = outlook
        self.termsOfUse = termsOfUse
        self.owner = owner
    }

    /// The user whose name and password somebody types on a page, checked by the rules of an app's sign-in.
    ///
    /// - Parameters:
    ///   - username: User name.
    ///   - password: Password.
    ///   - code: Code of the group.
    ///   - address: Address of the client.
    /// - Returns: The user.
    /// - Throws: ``ConsoleError`` `unauthorized`, the same for an unknown group, an unknown name and a wrong password;
    ///   `tooManyRequests` after many failures.
    package func user(named username: String, password: String, in code: String, from address: String) async throws
        -> UserRecord
    {
        let group = try await codes.find(from: address, naming: nil) { try await model.groups.group(code: code) }
        let sender = PasswordSender(address: address, device: nil)
        do {
            guard let group else {
                // As long as a wrong password takes, and counted like one.
                try await identityProvider.passwords.refuse(username, from: sender)
                throw LoginRefusal(.invalidCredentials, "there is no such organization group")
            }
            return try await identityProvider.passwords.user(
                named: username, password: password, in: group,
                settings: try await model.groups.settings(of: group.storedID()),
                from: sender)
        } catch let refusal as LoginRefusal {
            throw ConsoleError(.unauthorized, Self.sentence(refusal.code))
        }
    }

    /// The message for a user, which never says whether the group, the name or the password was wrong.
    private static func sentence(_ code: LoginStatusCode) -> String {
        switch code {
        case .accountLocked: "This account is locked after too many failed sign-ins. Try again later."
        case .accountInactive: "This account is inactive. Ask your administrator."
        default: "Group ID, user name or password is wrong."
        }
    }

    /// Tokens and sessions expire.
    package var due: [DueWork] { EnrollmentStore.due + [AgentSessionStore.due] }

    /// Adds its routes: login, status, app registration, agents, the pages of the identity provider, and trials of
    /// sign-ins for testers.
    package func addRoutes(to doors: Doors) throws {
        let status = StatusDeviceController(
            devices: model.devices, groups: model.groups, users: model.users, lookups: model.guards.lookups,
            tellsGroupNames: rules.tellsGroupNames, owner: owner)
        status.addOpenRoutes(to: doors.device.open)
        let authenticated = doors.device.authenticated(.buffered(limits.login))
        status.addRoutes(to: authenticated)
        AppRegistrationDeviceController(store: store, outlook: outlook).addRoutes(to: authenticated)
        addSignIn(to: doors)
        SignInTrialMockController(trials: SignInTrials(store: store, signIn: signIn))
            .addRoutes(to: doors.admin.mock(.organizationGroups))
        SAMLPageController(
            page: try SAMLPage(), signIn: identityProvider, sealing: sealing, origin: doors.origin,
            bodyLimit: limits.login
        ).addRoutes(to: doors.admin.open)
    }

    /// Requests without a credential.
    private func addSignIn(to doors: Doors) {
        let origin = doors.origin
        let router = doors.device.receiving(.buffered(limits.login))
        LoginDeviceController(signIn: signIn, store: store, termsOfUse: termsOfUse).addRoutes(to: router)
        SAMLProbeDeviceController(
            groups: model.groups, devices: model.devices, codes: codes, rules: rules.saml, sealing: sealing,
            origin: origin
        ).addRoutes(to: router)
        AgentDeviceController(agent: agent, installPage: { [installPage] in "\(origin.of($0))\(installPage)" })
            .addRoutes(to: router)
    }
}
