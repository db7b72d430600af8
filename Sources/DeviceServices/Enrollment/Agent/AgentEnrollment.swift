import ConsoleModel
import ConsolePlatform
import DeviceProtocol

/// Leads an enrollment agent from a Group ID to the page it is to open (DeviceServices, section 6).
struct AgentEnrollment: Sendable {
    let sessions: AgentSessionStore
    let groups: OrganizationGroupStore
    let passwords: PasswordCheck
    let codes: CodeLookups

    /// `validategroupidentifier`: finds the group a user typed and begins a session.
    ///
    /// - Parameters:
    ///   - request: What the agent sent.
    ///   - home: The group whose base URL it came to; it counts if no Group ID was typed.
    ///   - address: Address of the client.
    /// - Returns: The next step.
    /// - Throws: ``AgentRefusal``.
    func validateGroup(_ request: AgentEnrollmentRequest, at home: Int64?, from address: String) async throws
        -> AgentStep
    {
        let found = try await codes.find(from: address, naming: request.device.internalIdentifier) {
            try await group(request.groupID, at: home)
        }
        guard let group = found else {
            throw AgentRefusal("There is no organization group with this Group ID.")
        }
        let next = try group.nextStep(isChosen: false)
        // Each is a row, and needs no credential.
        try await codes.throttle.note(.session, from: address)
        return AgentStep(
            sessionID: try await sessions.open(at: group.group, from: address), next: next, groupID: group.group.id)
    }

    private func group(_ text: String?, at home: Int64?) async throws -> AgentGroup? {
        if let text, !text.isEmpty {
            guard let code = GroupCode(text) else { return nil }
            return try await sessions.group(code: code)
        }
        guard let home else { return nil }
        return try await sessions.group(id: home, below: home)
    }

    /// `validategroupselector`: takes one of the groups that were offered, or any below them.
    ///
    /// Ids are as easily guessed as codes, so those that lead nowhere count as look-ups in vain.
    ///
    /// - Throws: ``AgentRefusal``.
    func selectGroup(_ request: AgentEnrollmentRequest, from address: String) async throws -> AgentStep {
        let session = try await sessions.session(request.header.sessionID)
        guard let id = request.locationGroup,
            let group = try await codes.find(
                from: address, naming: request.device.internalIdentifier,
                { try await sessions.group(id: id, below: session.groupId) })
        else {
            throw AgentRefusal("There is no such organization group to choose.")
        }
        let next = try group.nextStep(isChosen: id == session.groupId)
        try await sessions.move(session, to: id)
        return AgentStep(sessionID: request.header.sessionID, next: next, groupID: id)
    }

    /// `validatelogincredentials`: checks user name and password as a login does, without enrolling anything.
    ///
    /// - Throws: ``AgentRefusal``.
    func validateCredentials(_ request: AgentEnrollmentRequest, from address: String) async throws -> AgentStep {
        let session = try await sessions.session(request.header.sessionID)
        let group = try await groups.group(id: session.groupId)
        let settings = try await groups.settings(of: session.groupId)
        guard settings.authenticationMethods.contains(.usernameAndPassword), !settings.forceToken else {
            throw AgentRefusal("This organization group takes no user name and password.")
        }
        do {
            let user = try await passwords.user(
                named: request.username ?? "", password: request.password ?? "", in: group, settings: settings,
                from: PasswordSender(address: address, device: request.device.internalIdentifier))
            try await sessions.signIn(user.storedID(), settings: settings, in: session)
        } catch let refusal as LoginRefusal {
            throw AgentRefusal(Self.sentence(refusal.code))
        }
        var next = AgentEnrollmentResponse.NextStep(.createMdmInstallUrl)
        next.groupID = group.code
        return AgentStep(sessionID: request.header.sessionID, next: next, groupID: session.groupId)
    }

    /// `createMdmInstallUrl`: notes the device, if it is named, and says which page to open.
    ///
    /// - Throws: ``AgentRefusal``.
    func createInstallURL(_ request: AgentEnrollmentRequest, page: String) async throws -> AgentStep {
        let session = try await sessions.session(request.header.sessionID)
        guard let userID = session.userId else { throw AgentRefusal("Sign in first.") }
        if let device = request.device.internalIdentifier {
            try await sessions.begin(
                device, model: request.device.texts[.model], osVersion: request.device.texts[.osVersion], for: userID,
                in: session)
        }
        var next = AgentEnrollmentResponse.NextStep(.redirectToMdmInstallUrl)
        next.installURL = page
        next.groupID = try await groups.group(id: session.groupId).code
        return AgentStep(sessionID: request.header.sessionID, next: next, groupID: session.groupId)
    }

    /// The message for a user, which never says whether the name or the password was wrong.
    private static func sentence(_ code: LoginStatusCode) -> String {
        switch code {
        case .invalidCredentials: "Invalid User Credentials"
        case .accountLocked: "This account is locked after too many failed sign-ins."
        case .accountInactive: "This account is inactive."
        default: "Signing in is not possible now."
        }
    }
}
