import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Bodies of enrollment agents whose members are of other types than the documented ones (DeviceServices, section 6).
struct AgentBodyTests {
    private static func send(_ step: String, _ console: TestConsole, _ body: String) async throws -> TestResponse {
        try await console.send(.post, "/deviceservices/enrollment/airwatchenroll.aws/\(step)", text: body)
    }

    private static func read(_ answer: TestResponse) throws -> AgentEnrollmentResponse {
        #expect(answer.status == .ok, "\(answer.text)")
        return try JSONDecoder().decode(AgentEnrollmentResponse.self, from: Data(buffer: answer.body))
    }

    @Test func `A wrong password with a mode in a word is a refusal and no error`() async throws {
        try await withConsole { console in
            let opened = try await Self.send("validategroupidentifier", console, #"{"GroupId":"demo"}"#)
            let session = try Self.read(opened).header.sessionID
            let body = """
                {"Header":{"SessionId":"\(session)","Mode":"Native","ProtocolRevision":"five","Language":7},
                "Device":{"InternalIdentifier":"","Type":["2"],"IsCompromised":"maybe"},"Username":"demo",
                "Password":"wrong","EnableEmailPrompt":[],"SomethingElse":{"a":1}}
                """
            let answer = try Self.read(try await Self.send("validatelogincredentials", console, body))
            #expect(answer.status == .failed("Invalid User Credentials"))
            #expect(answer.header.sessionID == AgentEnrollmentRequest.noSession && answer.nextStep.type == 0)
            #expect(answer.header.mode == 2 && answer.header.language == "7")
        }
    }

    @Test(arguments: [
        #"{"Header":"none","Device":5,"GroupId":"demo"}"#, #"{"Header":{"SessionId":"new"},"GroupId":"demo"}"#,
        #"{"Header":{"SessionId":17,"App":[],"AppVersion":{}},"Device":{"InternalIdentifier":"a b"},"GroupId":"demo"}"#,
        #"{"GroupId":"demo","LocationGroup":"x","CaptchaValue":false,"SamlCompleteUrl":[1],"GroupIDSource":{}}"#,
    ])
    func `Members that a step can do without are of any type, and the answer has all of its own`(body: String)
        async throws
    {
        try await withConsole { console in
            let answer = try await Self.send("validategroupidentifier", console, body)
            #expect(answer.status == .ok, "\(answer.text)")
            let next = try #require(try answer.json()["NextStep"] as? [String: Any])
            #expect(next["Type"] as? Int == 4 && next.count == 15)
        }
    }
}
