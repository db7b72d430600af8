import DeviceProtocol
import Foundation

/// Lock and key of the local store (ClientSequence, section 6; DeviceServices, section 22).
extension SimulatedApp {
    /// How often a user without a limit tries before giving up.
    private static let patience = 10

    /// S2, S9 and S11: opens silently unless the store is locked and the session over.
    ///
    /// - Throws: ``ClientFailure`` `unlockFailed` once the attempts are used up, after the data was wiped.
    mutating func unlock() async throws {
        guard let lock = state.session.lock, !isSessionValid else { return }
        switch lock {
        case .passcode: try await unlockByPasscode()
        case .credentials(let username, let password):
            try await unlockByCredentials(username: username, password: password)
        }
        (state.session.began, state.session.failedUnlocks) = (now(), 0)
        memory.hasUnlocked = true
    }

    /// S9: with single sign-on the lock is that of the cluster; an app that needs none has none.
    mutating func chooseSession() {
        guard let authentication = settings.authentication else { return }
        state.share(settings.isSingleSignOn && authentication != .disabled)
    }

    private var isSessionValid: Bool {
        guard let began = state.session.began else { return false }
        // An app of its own asks for user name and password on every access.
        if !state.sharesSession, case .credentials = state.session.lock { return memory.hasUnlocked }
        guard let seconds = settings.sessionSeconds else { return true }
        return now().timeIntervalSince(began) < seconds
    }

    private mutating func unlockByPasscode() async throws {
        outcome.prompts.append(.passcode)
        switch setup.user.memory {
        case .right: return
        case .wrong:
            while true {
                try await failUnlock()
                outcome.prompts.append(.passcode)
            }
        case .forgotten:
            try await signIn(for: .common)
            await recoverStore()
            makeLock(.passcode(setup.user.passcode))
            await escrowKey()
        }
    }

    /// Counts a failed attempt.
    ///
    /// - Throws: ``ClientFailure`` at the last one: the data is wiped, the device un-enrolled.
    private mutating func failUnlock() async throws {
        state.session.failedUnlocks += 1
        guard let maximum = settings.maximumFailedAttempts else {
            guard state.session.failedUnlocks % Self.patience != 0 else {
                throw ClientFailure(.internalError, "the user gave up unlocking")
            }
            return
        }
        guard state.session.failedUnlocks >= maximum else { return }
        await logOut()
        throw ClientFailure(.unlockFailed, "\(maximum) attempts to unlock failed: the data is wiped")
    }

    /// The console decides if it can be reached, otherwise the local lock.
    private mutating func unlockByCredentials(username: String, password: String) async throws {
        let user = setup.user
        let isRightHere = user.username.lowercased() == username.lowercased() && user.password == password
        while true {
            outcome.prompts.append(.credentials)
            do {
                try await logIn(for: settings.isSingleSignOn ? .common : .application) { login in
                    (login.username, login.password) = (user.username, user.password)
                }
                guard !isRightHere else { return }
                // The password was changed on the server: the store still has the old key.
                await recoverStore()
                state.account = .password(username: user.username, password: user.password)
                return makeLock(.credentials(username: user.username, password: user.password))
            } catch let failure as ClientFailure {
                outcome.overlook(failure)
                if failure.name == .unreachable || failure.name == .dropped, isRightHere { return }
                try await failUnlock()
            }
        }
    }

    /// Gets the key back from the console; without one the local data is lost.
    private mutating func recoverStore() async {
        if let device = state.device,
            let key = await overlooking(try? ClientCall<String>.retrieveKey(device, credential: escrowCredential))
        {
            state.session.storeKey = key
        } else {
            state.resetStore()
            memory.profilesFetchedAt = nil
            outcome.didLoseData = true
        }
    }

    /// Makes a lock, and with it a key the console has to keep.
    private mutating func makeLock(_ lock: ClientSession.Lock) {
        if case .passcode = lock { outcome.prompts.append(.createPasscode) }
        if state.session.storeKey == nil {
            state.session.storeKey = Data((0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
                .base64EncodedString()
        }
        (state.session.lock, state.session.owner) = (lock, state.user?.userID ?? state.commonUser)
        (state.session.mustEscrow, state.session.began) = (true, now())
        memory.hasUnlocked = true
    }

    /// S10: what the profile demands; without the payload everything stays as it is.
    mutating func changeLock(to authentication: ProfileSettings.Authentication?) async throws {
        switch (authentication, state.session.lock) {
        case (nil, _), (.passcode, .passcode), (.credentials, .credentials), (.disabled, nil): return
        case (.disabled, _): state.session = ClientSession()
        case (.passcode, _): makeLock(.passcode(setup.user.passcode))
        case (.credentials, _): try await lockByCredentials()
        }
    }

    /// Input of the user at the sign-in is not asked for again.
    private mutating func lockByCredentials() async throws {
        let user = setup.user
        if state.account != .password(username: user.username, password: user.password) {
            outcome.prompts.append(.credentials)
        }
        do {
            try await logIn(for: settings.isSingleSignOn ? .common : .application) { login in
                (login.username, login.password) = (user.username, user.password)
            }
        } catch {
            throw ClientFailure(.internalError, because: error)
        }
        makeLock(.credentials(username: user.username, password: user.password))
    }

    /// Whose credential escrow goes by.
    private var escrowCredential: ClientCredential { settings.isSingleSignOn ? .common : .application }

    /// Has the console keep the key, if it does not yet; tried again after a failure.
    mutating func escrowKey() async {
        guard state.session.mustEscrow, let key = state.session.storeKey, let device = state.device else { return }
        let call = try? ClientCall<Void>.storeKey(key, device, credential: escrowCredential)
        if await overlooking(call) != nil { state.session.mustEscrow = false }
    }

    /// Ends the session, as `DeviceLockSso` does.
    ///
    /// - Returns: Whether there is a lock at all.
    mutating func lockSession() -> Bool {
        guard state.session.lock != nil else { return false }
        state.session.began = nil
        return true
    }
}
