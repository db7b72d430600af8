import DeviceProtocol
import Foundation
import Testing

/// Login: XML requests (DeviceServices, section 7.3.3).
struct LoginRequestXMLTests {
    static let example = Data(
        """
        <?xml version="1.0" encoding="utf-8"?>
        <AWAuthenticationRequest xmlns="http://www.air-watch.com">
          <Username><![CDATA[dana]]></Username>
          <Password><![CDATA[a<b&c]]></Password>
          <ActivationCode><![CDATA[ACMEFIELD]]></ActivationCode>
          <Udid>ABC</Udid>
          <DeviceType><![CDATA[5]]></DeviceType>
          <BundleId>com.x</BundleId>
          <AuthenticationType>2</AuthenticationType>
          <AuthenticationGroup/>
          <Other>ignored</Other>
        </AWAuthenticationRequest>
        """)

    static func wrapped(_ body: String) -> Data {
        Data("<AWAuthenticationRequest>\(body)</AWAuthenticationRequest>")
    }

    @Test
    func `Fields are read from CDATA and from text`() throws {
        let request = try LoginRequest(xml: Self.example)
        #expect(request.username == "dana" && request.password == "a<b&c" && request.activationCode == "ACMEFIELD")
        #expect(request.device.value == "abc" && request.deviceType == "5" && request.bundle.value == "com.x")
        #expect(request.authenticationType == .hmac && request.authenticationGroup == "com.x")
    }

    @Test(arguments: [
        ("<Udid>a</Udid>", "BundleId"), ("<Udid>a b</Udid><BundleId>x</BundleId>", "Udid"),
        ("<Udid>a</Udid><BundleId>x</BundleId><AuthenticationType>9</AuthenticationType>", "AuthenticationType"),
    ])
    func `What is wrong is named`(body: String, field: String) {
        #expect(failure { () throws(MessageError) in try LoginRequest(xml: Self.wrapped(body)) }?.field == field)
    }

    @Test(arguments: [
        "", "{}", "<plist/>", "<AWAuthenticationRequest/>", "<AWAuthenticationRequest>",
        "<AWAuthenticationRequest>x</AWAuthenticationRequest>", "<AWAuthenticationRequest></Other>",
        "<AWAuthenticationRequest><Udid><a/></Udid></AWAuthenticationRequest>",
        #"<!DOCTYPE x [<!ENTITY a "b">]><AWAuthenticationRequest><Udid>&a;</Udid></AWAuthenticationRequest>"#,
    ])
    func `Other documents are refused`(text: String) {
        #expect(throws: MessageError.self) { try LoginRequest(xml: Data(text)) }
    }

    @Test
    func `Hostile bodies never end the process`() {
        for part in Self.example.truncations { #expect((try? LoginRequest(xml: part)) == nil) }
        for data in Self.example.mutations(500, seed: 61) + Hostile.random(200, seed: 62) {
            _ = try? LoginRequest(xml: data)
        }
        for data in Hostile.nested {
            #expect(onSmallStack { (try? LoginRequest(xml: Data("<AWAuthenticationRequest>") + data)) == nil } == true)
        }
    }
}
