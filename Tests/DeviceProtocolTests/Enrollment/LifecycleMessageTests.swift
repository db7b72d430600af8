import DeviceProtocol
import Foundation
import Testing

/// Messages about help desk, requery and un-enrollment (DeviceServices, sections 21, 23 and 24).
struct LifecycleMessageTests {
    @Test func `A request for support information is wrapped`() throws {
        let request = SupportRequest(device: try #require(DeviceIdentifier("ab")))
        #expect(try request.encoded().text == #"{"request":{"DeviceType":"2","Uid":"ab"}}"#)
        #expect(try SupportRequest(json: request.encoded()) == request)
    }

    @Test(arguments: [
        ("{}", "request"), (#"{"request":[]}"#, "request"), (#"{"request":{}}"#, "request.Uid"),
        (#"{"request":{"Uid":7}}"#, "request.Uid"), (#"{"request":{"Uid":"a b"}}"#, "request.Uid"),
    ])
    func `A request that is wrong names its field`(json: String, field: String) {
        #expect(failure { () throws(MessageError) in try SupportRequest(json: Data(json)) }?.field == field)
    }

    @Test func `A request for support information is read whatever its kind of device is`() throws {
        let request = try SupportRequest(json: Data(#"{"request":{"Uid":"ab","DeviceType":[]}}"#))
        #expect(request.device.value == "ab" && request.deviceType == nil)
    }

    @Test func `Support information has a boolean and texts`() throws {
        let answer = SupportAnswer(email: "help@example.test", telephone: "+1 555 0100")
        let text = """
            {"d":{"Email":"help@example.test","ErrorMessage":"","HasErrors":false,"Telephone":"+1 555 0100"}}
            """
        #expect(try answer.encoded().text == text)
        #expect(try SupportAnswer(json: answer.encoded()) == answer)
        for json in ["{}", #"{"d":{}}"#, #"{"d":{"HasErrors":"false"}}"#, #"{"d":{"HasErrors":0}}"#] {
            #expect(failure { () throws(MessageError) in try SupportAnswer(json: Data(json)) } != nil, "\(json)")
        }
    }

    @Test func `A requery is answered by a number under either name`() throws {
        #expect(RequeryAnswer.ordered.encoded().text == #"{"Status":0}"#)
        #expect(try RequeryAnswer(json: Data(#"{"status":0}"#)) == .ordered)
        #expect(try RequeryAnswer(json: Data(#"{"Status":1}"#)) == .failed)
        for json in ["{}", #"{"Status":"0"}"#, #"{"Status":null}"#, #"{"STATUS":0}"#] {
            #expect(failure { () throws(MessageError) in try RequeryAnswer(json: Data(json)) } != nil, "\(json)")
        }
        #expect(RequerySubject.allCases.map(\.rawValue) == ["applist", "deviceinfo", "profilesinfo", "securityinfo"])
    }

    @Test func `An un-enrollment has its type and its action`() throws {
        let text = #"{"action":"unenroll","messageType":"awmdmsdk"}"#
        #expect(UnenrollmentMessage().encoded().text == text)
        #expect(try UnenrollmentMessage(json: Data(text)) == UnenrollmentMessage())
        for json in ["{}", #"{"action":"unenroll"}"#, #"{"action":"wipe","messageType":"awmdmsdk"}"#, "[]"] {
            #expect(failure { () throws(MessageError) in try UnenrollmentMessage(json: Data(json)) } != nil, "\(json)")
        }
    }
}
