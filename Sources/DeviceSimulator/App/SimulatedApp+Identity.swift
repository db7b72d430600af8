import DeviceProtocol
import Foundation

/// Identities: step S8 and the login (ClientSequence, section 5).
extension SimulatedApp {
    /// The purpose of a login.
    enum Identity: Hashable, Sendable {
        case common, application
    }

    /// S8 (section 5.1); nothing if there is one.
    ///
    /// - Throws: ``ClientFailure`` `applicationIdentityNotSet` or `registeringApplicationBlocked`.
    mutating func createApplicationIdentity() async throws {
        guard state.applicationToken == nil else {
            if memory.hasOtherUser { await fetchUser() }
            return
        }
        do {
            if state.commonToken == nil { try await signIn(for: .common) }
            try await registerOrSignIn()
        } catch let failure as ClientFailure where failure.name == .registeringApplicationBlocked {
            throw failure
        } catch {
            throw ClientFailure(.applicationIdentityNotSet, because: error)
        }
        await fetchUser()
    }

    /// The token of a registration by the common identity; one that was made for the profile is as good.
    private mutating func register() async throws -> String {
        defer { memory.profileToken = nil }
        if let token = memory.profileToken { return token }
        return try await perform(.registration(setup.bundle, client().device))
    }

    private mutating func registerOrSignIn() async throws {
        if state.account == .token || settings.isSingleSignOn {
            state.applicationToken = try await register()
            return
        }
        if case .password(let username, let password) = state.account {
            do {
                return try await logIn(for: .application) { login in
                    (login.username, login.password) = (username, password)
                }
            } catch {
                outcome.overlook(error)
                state.account = nil
            }
        }
        try await signIn(for: .application)
    }

    /// User and details; another user than the stored one loses the settings, and the sequence begins again as soon as
    /// it can (DeviceServices, section 10.2).
    private mutating func fetchUser() async {
        memory.hasOtherUser = false
        guard let device = state.device, let user = await overlooking(ClientCall<EnrolledUser>.user(device)),
            let id = Int(user.userID), id > 0,
            let details = await overlooking(ClientCall<UserDetails>.userDetails(user.userID))
        else { return }
        defer { state.user = details }
        if let known = state.user, known != details {
            state.resetStore(for: details.userID)
            (memory.profilesFetchedAt, memory.appliedProfile) = (nil, nil)
            memory.pendingRestart = Restart(reason: "the user changed from \(known.userName) to \(details.userName)")
        }
    }

    /// The identity steps I1 to I3 (section 5.2).
    ///
    /// - Throws: ``ClientFailure`` if none of them ended in a credential.
    mutating func signIn(for identity: Identity) async throws {
        if case .managed(_, _, _, let token?) = setup.mode, token != state.usedToken {
            if await logIn(token: token, for: identity, isManaged: true) { return }
        }
        if let page = await probeSAML(for: identity) {
            outcome.prompts.append(.webSignIn)
            if let token = await signInOnPage(page), await logIn(token: token, for: identity, isManaged: false) {
                return
            }
        }
        outcome.prompts.append(.signIn)
        if let token = setup.user.token {
            try await logIn(for: identity) { $0.authorizationCode = token }
            return state.account = .token
        }
        let username = setup.user.username
        let password = setup.user.password
        let group = state.group
        try await logIn(for: identity) { login in
            login.username = username
            login.password = password
            login.activationCode = group
        }
        state.account = .password(username: username, password: password)
    }

    private mutating func probeSAML(for identity: Identity) async -> String? {
        do {
            let client = try client()
            return try await client.perform(
                .probe(
                    SAMLProbe(
                        device: client.device, bundle: setup.bundle, organizationGroup: state.group ?? "",
                        authenticationGroup: authenticationGroup(of: identity), scheme: setup.scheme)))
        } catch {
            outcome.overlook(error)
            return nil
        }
    }

    private func authenticationGroup(of identity: Identity) -> String {
        identity == .application
            ? setup.bundle.value : state.commonGroup ?? setup.commonGroup
    }

    /// A login by token; its failure leads to the next step.
    private mutating func logIn(token: String, for identity: Identity, isManaged: Bool) async -> Bool {
        do {
            try await logIn(for: identity) { $0.authorizationCode = token }
            state.account = .token
            return true
        } catch {
            outcome.overlook(error)
            return false
        }
    }

    /// Sends a login and keeps what it brings; the password of a silent one goes with the stored group.
    mutating func logIn(for identity: Identity, _ fill: (inout LoginRequest) -> Void) async throws {
        let client = try client()
        let group = authenticationGroup(of: identity)
        var login = LoginRequest(device: client.device, bundle: setup.bundle)
        (login.requestingApp, login.authenticationGroup) = (setup.bundle, group)
        fill(&login)
        if login.username != nil { login.activationCode = state.group.flatMap { $0.isEmpty ? nil : $0 } }
        let response = try await client.response(to: try .login(login))
        if response.status == 200, let token = login.authorizationCode { state.usedToken = token }
        let answer = try ClientCall<LoginResponse>.login(login).read(response)
        guard answer.status == .success, let key = answer.hmacKey else {
            throw ClientFailure(.applicationIdentityNotSet, "\(answer.statusCode) \(answer.status.reason)")
        }
        if identity == .common {
            (state.commonToken, state.commonGroup) = (key, group)
            (state.commonApp, state.commonUser) = (setup.bundle, answer.userID)
        } else {
            state.applicationToken = key
        }
        state.status = .enrolled
        noteUser(answer.userID, of: identity)
    }

    /// Another user than the one whose data is here needs an identity of this app, or to be asked for.
    private mutating func noteUser(_ userID: String, of identity: Identity) {
        guard let known = state.user, known.userID != userID else { return }
        if identity == .application {
            memory.hasOtherUser = true
        } else if settings.isSingleSignOn {
            state.applicationToken = nil
        }
    }
}
