import DeviceProtocol
import Foundation
import Testing

/// The messages of enrollment agents and of autodiscovery (DeviceServices, sections 5.3 and 6).
struct AgentEnrollmentTests {
    static let full = Data(
        """
        {"Header":{"SessionId":"5B0F2F0E-5A55-4C4E-9A37-0C0F3D0F6A11","ProtocolRevision":"9","Language":"en-US","Mode":2,
        "ProtocolType":1,"App":"Agent","AppVersion":24},
        "Device":{"InternalIdentifier":"AB","Identifier":"x","Serial":"C02","Type":2,"BundleIdentifier":"a.b",
        "OsVersion":"17.3","Model":"iPhone","Product":"p","Manufacturer":"Apple","IMEI":"35","IsCompromised":"false"},
        "GroupId":"ACME","GroupIDSource":1,"CaptchaValue":"c","SamlCompleteUrl":"aw://","LocationGroup":"571",
        "Username":"dana","Password":"p","EmailUserAccount":"e","EmailAddress":"d@a.example","EnableEmailPrompt":1}
        """)

    @Test func `Every field of a request is read and written again`() throws {
        let request = try AgentEnrollmentRequest(json: Self.full)
        #expect(request.header.sessionID == "5b0f2f0e-5a55-4c4e-9a37-0c0f3d0f6a11")
        #expect(request.header.protocolRevision == 9 && request.header.appVersion == "24")
        #expect(request.device.internalIdentifier?.value == "ab" && request.device.isCompromised == false)
        #expect(request.device.texts.count == AgentEnrollmentRequest.Device.TextField.allCases.count)
        #expect(request.device.texts[.type] == "2" && request.device.texts[.imei] == "35")
        #expect(request.groupID == "ACME" && request.groupIDSource == "1" && request.captchaValue == "c")
        #expect(request.samlCompleteURL == "aw://" && request.locationGroup == 571)
        #expect(request.username == "dana" && request.password == "p" && request.emailUserAccount == "e")
        #expect(request.emailAddress == "d@a.example" && request.enablesEmailPrompt == true)
        #expect(try AgentEnrollmentRequest(json: request.encoded()) == request)
    }

    @Test(arguments: ["{}", "{\"Header\":{},\"Device\":{\"InternalIdentifier\":\"\"}}", "{\"Header\":null}"])
    func `Every field may be absent`(text: String) throws {
        let request = try AgentEnrollmentRequest(json: Data(text))
        #expect(request == AgentEnrollmentRequest())
        #expect(request.header.sessionID == AgentEnrollmentRequest.noSession)
        #expect(try AgentEnrollmentRequest(json: request.encoded()) == request)
    }

    @Test(arguments: [
        "{\"Header\":{\"SessionId\":\"x\"}}", "{\"Header\":[]}", "{\"Header\":{\"Mode\":\"Native\"}}", "{\"Device\":7}",
        "{\"Device\":{\"InternalIdentifier\":\"a b\"}}", "{\"Device\":{\"IsCompromised\":\"maybe\"}}",
        "{\"GroupId\":[7]}", "{\"LocationGroup\":1.5}", "{\"EnableEmailPrompt\":[]}", "{\"Password\":\"a\\u0000\"}",
    ])
    func `A field that is wrong counts as absent`(text: String) throws {
        #expect(try AgentEnrollmentRequest(json: Data(text)) == AgentEnrollmentRequest())
    }

    @Test func `Texts may be numbers`() throws {
        let request = try AgentEnrollmentRequest(json: Data(#"{"GroupId":7,"Username":12,"Password":34}"#))
        #expect(request.groupID == "7" && request.username == "12" && request.password == "34")
    }

    @Test(arguments: ["[]", "\"x\"", "7", "", "{"])
    func `What is no object is refused`(text: String) {
        #expect(throws: MessageError.self) { try AgentEnrollmentRequest(json: Data(text)) }
    }

    @Test func `Truncated, mutated and nested requests never end the process`() {
        for part in Self.full.truncations { #expect((try? AgentEnrollmentRequest(json: part)) == nil) }
        for data in Self.full.mutations(1000, seed: 71) {
            if let request = try? AgentEnrollmentRequest(json: data) {
                #expect(throws: Never.self) { try request.encoded() }
            }
        }
        for data in Hostile.nested {
            #expect(onSmallStack { (try? AgentEnrollmentRequest(json: data)) == nil } == true)
        }
    }

    @Test func `The answer of the documentation is written and read`() throws {
        let text = """
            {"Header":{"Language":"en-US","Mode":2,"ProtocolRevision":5,"ProtocolType":1,\
            "SessionId":"5b0f2f0e-5a55-4c4e-9a37-0c0f3d0f6a11"},\
            "NextStep":{"AgentSettings":null,"CaptchaValue":null,"DeviceUserMode":0,\
            "EnrollmentBlockedMessage":null,"GreenBoxUrl":null,"GroupId":"ACMEFIELD","Groups":null,"InstallUrl":null,\
            "IsCaptchaRequired":false,"IsVidmConfigured":false,"ServiceUrl":null,"SettingsPayload":null,\
            "StagingRequired":false,"Type":4,"VidmServerUrl":null},\
            "Status":{"Code":1,"Notification":""}}
            """
        var next = AgentEnrollmentResponse.NextStep(.validateLoginCredentials)
        next.groupID = "ACMEFIELD"
        let answer = AgentEnrollmentResponse(
            header: .init(answering: .init(), sessionID: "5b0f2f0e-5a55-4c4e-9a37-0c0f3d0f6a11"), status: .ok,
            nextStep: next)
        #expect(String(decoding: try answer.encoded(), as: UTF8.self) == text)
        #expect(try JSONDecoder().decode(AgentEnrollmentResponse.self, from: Data(text)) == answer)
        let short = text.replacing(
            /"NextStep":\{[^}]*\}/, with: #""NextStep":{"GroupId":"ACMEFIELD","Type":4}"#)
        #expect(try JSONDecoder().decode(AgentEnrollmentResponse.self, from: Data(short)) == answer)
        next.groups = ["East": 571]
        next.type = 29
        #expect(AgentEnrollmentResponse.Status.failed("x").code == 2 && next.type == 29)
    }

    @Test func `The answer of autodiscovery is written as documented`() throws {
        var answer = DomainLookupResponse(
            enrollmentURL: "https://uem.example.test/DeviceManagement/Enrollment", groupID: "ACMEFIELD")
        let text =
            #"{"EnrollmentUrl":"https://uem.example.test/DeviceManagement/Enrollment","GroupId":"ACMEFIELD","Status":1}"#
        #expect(String(decoding: try answer.encoded(), as: UTF8.self) == text)
        answer.management = .init(deviceServicesURL: "d", apiServerURL: "a", organizationGroupID: "g")
        answer.tenantGroup = "t"
        answer.greenboxURL = ""
        answer.certificate = "c"
        answer.message = "m"
        let fields = try JSONSerialization.jsonObject(with: answer.encoded()) as? [String: Any]
        #expect((fields?["mdm"] as? [String: String])?["deviceServicesUrl"] == "d")
        #expect(try JSONDecoder().decode(DomainLookupResponse.self, from: answer.encoded()) == answer)
    }
}
