import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// Apps that share a device, and those of one developer that share its keychain (ClientSequence, section 1.1).
struct ClusterTests {
    /// What the profile says of the lock, and of single sign-on.
    struct Policy: Sendable, CustomStringConvertible {
        let authentication: Int64
        let isSingleSignOn: Bool

        var description: String { "type \(authentication), single sign-on \(isSingleSignOn)" }

        var profile: ClientResponse {
            .profile([
                "PasscodePoliciesV2": [
                    "AuthenticationType": .integer(authentication), "EnableSingleSignOn": .bool(isSingleSignOn),
                    "PasscodeTimeout": .integer(600), "MaximumFailedAttempts": .integer(3),
                ]
            ])
        }
    }

    /// A device whose apps ask for nothing else than the policy wants.
    private struct Phone {
        let console = ScriptedConsole()
        let clock = HandClock()
        var device: SimulatedDevice

        init(_ policy: Policy, mode: ClientSetup.Mode = Scene.review) throws {
            let clock = clock
            device = SimulatedDevice(now: { clock.now }, transport: console.transport)
            console.answer(Call.profile, policy.profile)
            for (bundle, cluster) in [("notes", "ABCDE12345"), ("tasks", "ABCDE12345"), ("other", "FGHIJ67890")] {
                var setup = ClientSetup(
                    bundle: try Phone.bundle(bundle), mode: mode, authority: "uem.example.test",
                    user: ClientSetup.User(username: "dana", password: "secret"))
                setup.cluster = cluster
                device.install(setup)
            }
        }

        static func bundle(_ name: String) throws -> BundleIdentifier {
            try #require(BundleIdentifier("com.example.\(name)"))
        }

        mutating func launch(_ name: String) async throws -> LaunchOutcome {
            try await device.use(Phone.bundle(name)) { await $0.launch() }
        }

        /// Launches an app without a failure and returns what the user was asked for.
        mutating func prompts(_ name: String) async throws -> [UserPrompt] {
            let outcome = try await launch(name)
            #expect(outcome.error == nil, "\(name)")
            return outcome.prompts
        }

        func app(_ name: String) throws -> SimulatedApp {
            let bundle = try Phone.bundle(name)
            return try #require(device.apps.first { $0.setup.bundle == bundle })
        }
    }

    private static let sharedPasscode = Policy(authentication: 1, isSingleSignOn: true)

    /// First launches of an app, of another one of its cluster and of one of another cluster; then the second one again
    /// within its session, and after it.
    @Test(
        arguments: [
            (1, true, [[.signIn, .createPasscode], [], [.signIn, .createPasscode], [], [.passcode]]),
            (
                1, false,
                [
                    [.signIn, .createPasscode], [.signIn, .createPasscode], [.signIn, .createPasscode], [], [.passcode],
                ]
            ),
            (2, true, [[.signIn], [], [.signIn], [], [.credentials]]),
            (2, false, [[.signIn], [.signIn], [.signIn], [.credentials], [.credentials]]),
            (0, true, [[.signIn], [], [.signIn], [], []]), (0, false, [[.signIn], [.signIn], [.signIn], [], []]),
        ] as [(Int64, Bool, [[UserPrompt]])])
    func `Users are asked for what the guides' tables say, no more`(
        authentication: Int64, isSingleSignOn: Bool, expected: [[UserPrompt]]
    ) async throws {
        var phone = try Phone(Policy(authentication: authentication, isSingleSignOn: isSingleSignOn))
        var asked: [[UserPrompt]] = []
        for name in ["notes", "tasks", "other", "tasks"] { asked.append(try await phone.prompts(name)) }
        phone.clock.advance(601)
        asked.append(try await phone.prompts("tasks"))
        #expect(asked == expected)
    }

    @Test func `With single sign-on an app of the cluster registers, another cluster signs in as a device of its own`()
        async throws
    {
        var phone = try Phone(Self.sharedPasscode)
        _ = try await phone.launch("notes")
        let second = try await phone.launch("tasks")
        #expect(second.list.contains(Call.register) && !second.list.contains(Call.login))
        let third = try await phone.launch("other")
        #expect(third.list.contains(Call.login))
        let states = try ["notes", "tasks", "other"].map { try phone.app($0).state }
        #expect(states[0].device == states[1].device && states[0].device != states[2].device)
        #expect(states[0].commonGroup == "ABCDE12345.com.example.notes")
        #expect(states[1].commonGroup == states[0].commonGroup)
        #expect(states[2].commonGroup == "FGHIJ67890.com.example.other")
        #expect(states[0].session == states[1].session && states[0].session.storeKey != states[2].session.storeKey)
    }

    @Test func `The key of a shared lock is escrowed once`() async throws {
        var phone = try Phone(Self.sharedPasscode)
        #expect(try await phone.launch("notes").list.contains(Call.storeKey))
        #expect(try await !phone.launch("tasks").list.contains(Call.storeKey))
    }

    @Test func `On a managed device both clusters are the same device`() async throws {
        var phone = try Phone(Self.sharedPasscode, mode: Scene.managed())
        for name in ["notes", "tasks", "other"] { _ = try await phone.launch(name) }
        #expect(try Set(["notes", "tasks", "other"].map { try phone.app($0).state.device }).count == 1)
    }

    @Test func `A token of the managed configuration signs in without a question`() async throws {
        var phone = try Phone(
            Policy(authentication: 0, isSingleSignOn: false), mode: Scene.managed(token: "one-time"))
        #expect(try await phone.prompts("notes") == [])
    }

    @Test(arguments: [true, false])
    func `A lock command locks the apps that share a session`(isSingleSignOn: Bool) async throws {
        var phone = try Phone(Policy(authentication: 1, isSingleSignOn: isSingleSignOn))
        for name in ["notes", "tasks", "other"] { _ = try await phone.launch(name) }
        phone.console.answer(Call.processor, .command(.lock(uuid: "1")), .console(""))
        try await phone.device.use(Phone.bundle("notes")) { try await $0.checkCommands() }
        phone.console.recover(Call.processor)
        #expect(try await phone.prompts("tasks") == (isSingleSignOn ? [.passcode] : []))
        #expect(try await phone.prompts("notes") == (isSingleSignOn ? [] : [.passcode]))
        #expect(try await phone.prompts("other") == [])
    }

    @Test func `Logging out of one app logs out its cluster`() async throws {
        var phone = try Phone(Self.sharedPasscode)
        for name in ["notes", "tasks", "other"] { _ = try await phone.launch(name) }
        let before = try phone.app("notes").state.device
        try await phone.device.use(Phone.bundle("notes")) { await $0.logOut() }
        #expect(phone.console.requests.filter { $0.target.contains("/command/unenroll") }.count == 1)
        #expect(try phone.app("tasks").state.applicationToken == nil)
        #expect(try phone.app("tasks").state.profiles.isEmpty)
        #expect(try phone.app("other").state.isSecured)
        #expect(try await phone.prompts("tasks") == [.signIn, .createPasscode])
        #expect(try await phone.prompts("notes") == [])
        #expect(try phone.app("notes").state.device == phone.app("tasks").state.device)
        #expect(try phone.app("notes").state.device != before)
        #expect(try await phone.prompts("other") == [])
    }

    @Test func `Too many wrong passcodes in one app end the cluster`() async throws {
        var phone = try Phone(Self.sharedPasscode)
        for name in ["notes", "tasks"] { _ = try await phone.launch(name) }
        phone.clock.advance(601)
        var user = ClientSetup.User(username: "dana", password: "secret")
        user.memory = .wrong
        phone.device.hand(to: user)
        let outcome = try await phone.launch("tasks")
        #expect(outcome.prompts == [.passcode, .passcode, .passcode])
        #expect(outcome.setupErrorCode == 14)
        #expect(try !phone.app("notes").state.isSecured)
    }

    /// Answers as for another user from now on.
    private func signInAsErin(on console: ScriptedConsole) {
        let number = { (body: String) in body.replacingOccurrences(of: "317", with: "318") }
        console.answer(Call.login, .console(number(Body.login)))
        console.answer(Call.user, .console(number(Body.user)))
        console.answer(Call.details, .console(number(Body.details(firstName: "Erin"))))
    }

    @Test func `A user who changes in one app has changed in the others of the cluster`() async throws {
        var phone = try Phone(Self.sharedPasscode)
        for name in ["notes", "tasks", "other"] { _ = try await phone.launch(name) }
        signInAsErin(on: phone.console)
        phone.device.hand(to: ClientSetup.User(username: "erin", password: "other"))
        let change = try await phone.device.use(Phone.bundle("notes")) { app in
            await app.noting { try await $0.reenroll() }
        }
        #expect(change.prompts == [.signIn, .createPasscode])
        #expect(change.error == nil)
        let next = try await phone.launch("tasks")
        #expect(next.prompts == [])
        #expect(next.list.contains(Call.register))
        #expect(try phone.app("tasks").state.user?.firstName == "Erin")
        #expect(try phone.app("tasks").state.session.owner == "318")
        #expect(try phone.app("other").state.user?.firstName == "Dana")
    }

    @Test func `Without single sign-on a user who changes in one app has changed only there`() async throws {
        var phone = try Phone(Policy(authentication: 1, isSingleSignOn: false))
        for name in ["notes", "tasks"] { _ = try await phone.launch(name) }
        signInAsErin(on: phone.console)
        _ = try await phone.device.use(Phone.bundle("notes")) { app in
            await app.noting { try await $0.reenroll() }
        }
        #expect(try await phone.prompts("tasks") == [])
        #expect(try phone.app("notes").state.user?.firstName == "Erin")
        #expect(try phone.app("tasks").state.user?.firstName == "Dana")
    }

    @Test func `Another user who opens an app by user name and password loses the settings of the first`() async throws
    {
        var phone = try Phone(Policy(authentication: 2, isSingleSignOn: false))
        _ = try await phone.launch("notes")
        signInAsErin(on: phone.console)
        phone.device.hand(to: ClientSetup.User(username: "erin", password: "other"))
        #expect(try await phone.prompts("notes").first == .credentials)
        #expect(try phone.app("notes").state.user?.firstName == "Erin")
    }

    @Test func `Apps join and leave the shared session as their profile says`() async throws {
        var phone = try Phone(Policy(authentication: 1, isSingleSignOn: false))
        for name in ["notes", "tasks"] { _ = try await phone.launch(name) }
        let keys = try ["notes", "tasks"].map { try phone.app($0).state.session.storeKey }
        #expect(keys[0] != keys[1])
        phone.console.answer(Call.profile, Self.sharedPasscode.profile)
        #expect(try await phone.prompts("notes") == [])
        #expect(try await phone.prompts("tasks") == [])
        #expect(try phone.app("tasks").state.session.storeKey == keys[0])
        phone.console.answer(Call.profile, Policy(authentication: 1, isSingleSignOn: false).profile)
        #expect(try await phone.prompts("tasks") == [])
        #expect(try phone.app("tasks").state.sharesSession == false)
        #expect(try phone.app("notes").state.sharesSession)
    }

    @Test func `An app that needs no lock leaves that of the cluster alone`() async throws {
        var phone = try Phone(Self.sharedPasscode)
        _ = try await phone.launch("notes")
        phone.console.answer(Call.profile, Policy(authentication: 0, isSingleSignOn: true).profile)
        #expect(try await phone.prompts("tasks") == [])
        #expect(try phone.app("notes").state.session.lock != nil)
        #expect(try phone.app("tasks").state.session.lock == nil)
    }

    @Test func `The keychain goes with the last app of its cluster`() async throws {
        var phone = try Phone(Self.sharedPasscode)
        for name in ["notes", "tasks"] { _ = try await phone.launch(name) }
        let setup = try phone.app("notes").setup
        phone.device.install(setup)
        #expect(try phone.app("notes").state.applicationToken == nil)
        #expect(try await phone.prompts("notes") == [])
        for name in ["notes", "tasks"] { try phone.device.remove(Phone.bundle(name)) }
        phone.device.install(setup)
        #expect(try await phone.prompts("notes") == [.signIn, .createPasscode])
        await #expect(throws: ClientFailure.self) { try await phone.launch("tasks") }
    }

    @Test func `A keychain survives being written down`() async throws {
        var phone = try Phone(Self.sharedPasscode)
        _ = try await phone.launch("notes")
        let state = try phone.app("notes").state
        let copy = try JSONDecoder().decode(ClientState.self, from: JSONEncoder().encode(state))
        #expect(copy == state)
    }
}
