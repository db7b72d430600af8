import DeviceProtocol
import Foundation
import Testing

@testable import DeviceSimulator

/// The command loop and what else an app reports (DeviceServices, sections 13 to 16).
struct CommandLoopTests {
    private func launched(
        _ commands: [ClientResponse], _ change: (inout ClientSetup) -> Void = { _ in }
    ) async throws -> Scene {
        var scene = try Scene(Scene.review, change)
        await scene.launched()
        let answers = AnswerQueue(commands)
        scene.console.answer(Call.processor) { _ in answers.next() ?? .console("") }
        return scene
    }

    private func answers(_ scene: Scene) throws -> [ProcessorMessage] {
        try scene.console.requests.filter { $0.target.hasSuffix("/processor") }.dropFirst(2).map {
            try ProcessorMessage(propertyList: $0.body)
        }
    }

    @Test func `Commands are carried out one after another`() async throws {
        let profile = try PropertyListValue.dictionary([
            "PayloadContent": .array([
                .dictionary(["PayloadType": .string("PasscodePoliciesV2"), "AuthenticationType": .integer(1)])
            ])
        ]).encoded(as: .xml)
        var scene = try await launched([
            .command(.installProfile(uuid: "1", payload: profile)), .command(.requestProfiles(uuid: "2")),
            .command(.uploadLogs(uuid: "3", level: 0, period: 0)), .command(.lock(uuid: "4")),
        ])
        let outcome = await scene.app.noting { try await $0.checkCommands() }
        #expect(outcome.overlooked.isEmpty)
        let answers = try answers(scene)
        #expect(answers.map(\.commandUUID) == ["1", "2", "3", ""])
        #expect(answers.map(\.status) == [.acknowledged, .acknowledged, .acknowledged, .error])
        let profiles = try #require(answers[1].profileList)
        #expect(profiles.first?["ConfigurationProfileType"] == .integer(21))
        #expect(profiles.first?["ProfileTimeStamp"] != nil)
        #expect(answers[0].sampleTime == "03/05/2026 10:20:30 AM")
        #expect(outcome.list.filter { $0 == Call.logging }.count == 1)
        // The profile asks for a passcode: the lock is made when the queue is empty.
        #expect(scene.app.state.session.lock != nil)
    }

    @Test func `A locked session is acknowledged and has to be opened again`() async throws {
        var scene = try Scene()
        scene.console.answer(Call.profile, .profile(["PasscodePoliciesV2": ["AuthenticationType": .integer(1)]]))
        await scene.launched()
        scene.console.answer(Call.processor, .command(.lock(uuid: "1")), .console(""))
        try await scene.app.checkCommands()
        #expect(scene.app.state.session.began == nil)
        #expect(try answers(scene).first?.status == .acknowledged)
    }

    @Test func `A period of logging ends with an upload`() async throws {
        var scene = try await launched([.command(.uploadLogs(uuid: "1", level: 1, period: 120))])
        try await scene.app.checkCommands()
        #expect(scene.console.bodies(Call.logging).isEmpty)
        scene.clock.advance(119)
        await scene.app.passTime()
        #expect(scene.console.bodies(Call.logging).isEmpty)
        scene.clock.advance(1)
        await scene.app.passTime()
        #expect(scene.console.bodies(Call.logging).first?.contains(#""LogLevel" : "1""#) == true)
    }

    @Test func `An error answer does not name its command`() async throws {
        var scene = try await launched([.command(.installProfile(uuid: "1", payload: Data("no plist".utf8)))])
        try await scene.app.checkCommands()
        let answer = try #require(try answers(scene).first)
        #expect(answer.status == .error)
        #expect(answer.commandUUID.isEmpty)
        #expect(answer.requestor.isEmpty)
    }

    @Test(arguments: [
        CommandMessage(uuid: "1", requestType: "InstallProfile"),
        CommandMessage(
            uuid: "1", requestType: "UploadLogs", settings: ["LogLevel": .string("0"), "LogPeriod": .integer(0)]),
        CommandMessage(uuid: "1", requestType: "UploadLogs", settings: ["LogLevel": .integer(0)]),
    ])
    func `A command without what it needs is none, and is noted`(command: CommandMessage) async throws {
        var scene = try await launched([.command(command)])
        let outcome = await scene.app.noting { try await $0.checkCommands() }
        #expect(outcome.list == [Call.processor])
        #expect(outcome.overlooked.count == 1)
    }

    @Test func `A command nobody handles ends the loop without an answer`() async throws {
        var scene = try await launched([.command(CommandMessage(uuid: "1", requestType: "Ping"))])
        let outcome = await scene.app.noting { try await $0.checkCommands() }
        #expect(outcome.list == [Call.processor])
        #expect(outcome.overlooked.isEmpty)
    }

    @Test func `A handler of the app's answers its own commands`() async throws {
        var scene = try await launched([.command(CommandMessage(uuid: "1", requestType: "Ping"))]) {
            $0.customHandler = { $0.requestType == "Ping" ? .acknowledged : nil }
        }
        try await scene.app.checkCommands()
        #expect(try answers(scene).first?.status == .acknowledged)
    }

    @Test func `An encrypted command is opened with the app's token`() async throws {
        let token = "k3Jx0m9QvT7sLwZr2YbN5uEaHdGf8CpI6oKtVnRqXy1"
        let sealed = try CommandEnvelope.seal(try CommandMessage.requestProfiles(uuid: "7").encoded(), token: token)
        var scene = try await launched([.console(String(decoding: sealed, as: UTF8.self))])
        try await scene.app.checkCommands()
        #expect(try answers(scene).first?.commandUUID == "7")
    }

    @Test(arguments: [
        "<plist><dict><key>CommandUUID</key><string>1</string></dict></plist>",
        "<plist><dict><key>Command</key><dict/></dict></plist>", "AAECAwQFBgcICQoLDA0ODw==:AAAA", "[]",
    ])
    func `What is no command ends the loop, and is noted`(body: String) async throws {
        var scene = try await launched([.console(body)])
        let outcome = await scene.app.noting { try await $0.checkCommands() }
        #expect(outcome.list == [Call.processor])
        #expect(outcome.overlooked.count == 1)
    }

    @Test func `Not now and silence are knobs`() async throws {
        let command = ClientResponse.command(.requestProfiles(uuid: "1"))
        var refusing = try await launched([command]) { $0.notNow = 1 }
        try await refusing.app.checkCommands()
        #expect(try answers(refusing).map(\.status) == [.notNow])
        var silent = try await launched([command]) { $0.silence = 1 }
        try await silent.app.checkCommands()
        #expect(try answers(silent).isEmpty)
    }

    @Test func `A 401 starts the sequence over, but not for ever`() async throws {
        var scene = try Scene()
        scene.console.answer(Call.processor, .console("", status: 401))
        let outcome = await scene.app.launch()
        #expect(outcome.restarts == SimulatedApp.maximumRestarts)
        #expect(outcome.list.filter { $0 == Call.processor }.count == 3)
        #expect(outcome.overlooked.contains { $0.reason.contains("restarts for ever") })
        scene.console.answer(Call.processor, .console("", status: 401), .console(""))
        let cured = await scene.app.launch()
        #expect(cured.restarts == 1)
        #expect(cured.error == nil)
        #expect(cured.overlooked.isEmpty)
    }

    @Test(arguments: [(0, "12"), (1, "01"), (11, "11"), (12, "12"), (13, "01"), (23, "11")])
    func `A sample time has twelve hours`(hour: Int, text: String) {
        let date = Date(timeIntervalSince1970: 1_772_668_800 + Double(hour) * 3600)
        #expect(SimulatedApp.localTime(date) == "03/05/2026 \(text):00:00 \(hour < 12 ? "AM" : "PM")")
    }

    @Test func `Events are counted only if the profile wants them, and kept until they are sent`() async throws {
        var scene = try Scene()
        await scene.launched()
        scene.app.record("opened")
        #expect(scene.app.state.unsentEvents.isEmpty)
        scene.console.answer(Call.profile, .profile(["AnalyticsSettingsV2": ["EnableAnalytics": .bool(true)]]))
        _ = await scene.app.launch()
        scene.app.record("opened", value: "42", type: .integer)
        scene.console.answer(Call.analytics, .console("", status: 500), .console("{}"))
        await scene.app.sendAnalytics()
        #expect(scene.app.state.unsentEvents.count == 2)
        await scene.app.background()
        #expect(scene.app.state.unsentEvents.isEmpty)
        let body = try #require(scene.console.bodies(Call.analytics).last)
        #expect(body.contains(#""name":"opened","occurredAt":"2026-03-05T10:20:30Z""#))
        #expect(body.contains(#""type":"custom","value":"42","valueType":"integer""#))
        #expect(body.contains("AW_AppSessionStart"))
        #expect(body.contains("AW_AppSessionEnd"))
    }

    @Test func `Logs of an app without an identity go by the built-in group`() async throws {
        var scene = try Scene(Scene.managed())
        scene.console.answer(Call.login, .console("", status: 500))
        _ = await scene.app.launch()
        scene.app.log("before the login", type: .crash)
        await scene.app.uploadLogs()
        let request = try #require(scene.console.requests.last)
        #expect(request.headers.contains { $0.name == "aw-auth-group-id" && $0.value == "com.air-watch.mdm.6.4" })
        #expect(scene.app.state.unsentLogs.isEmpty)
    }
}
