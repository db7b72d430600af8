import DeviceProtocol
import Foundation
import Testing

/// Login: requests (DeviceServices, section 7.1).
struct LoginRequestTests {
    static let example = Data(
        #"""
        {"Username":"dana","Password":"Correct-Horse-7","ActivationCode":"ACMEFIELD",
         "Udid":"3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c","DeviceType":"2",
         "BundleId":"com.example.fieldnotes","RequestingApp":"com.example.fieldnotes",
         "AuthenticationType":"2","AuthenticationGroup":"com.example.fieldnotes"}
        """#)

    static func request(_ members: String) throws(MessageError) -> LoginRequest {
        try LoginRequest(json: Data("{\"Udid\":\"abc\",\"BundleId\":\"com.x\"\(members)}"))
    }

    @Test
    func `The example of the specification is read`() throws {
        let request = try LoginRequest(json: Self.example)
        #expect(request.username == "dana" && request.password == "Correct-Horse-7")
        #expect(request.activationCode == "ACMEFIELD" && request.authorizationCode == nil)
        #expect(request.device.value == SignatureVector.uid && request.deviceType == "2")
        #expect(request.bundle.value == "com.example.fieldnotes" && request.requestingApp == request.bundle)
        #expect(request.authenticationType == .hmac && request.authenticationGroup == "com.example.fieldnotes")
    }

    @Test
    func `What is written is read again`() throws {
        let request = try LoginRequest(json: Self.example)
        #expect(try LoginRequest(json: request.encoded()) == request)
        var token = LoginRequest(device: request.device, bundle: request.bundle, requestingApp: request.bundle)
        token.authorizationCode = "tok-1"
        token.authenticationType = .all
        let data = try token.encoded()
        #expect(try LoginRequest(json: data) == token)
        #expect(!data.text.contains("Username") && data.text.contains(#""AuthenticationType":"7""#))
    }

    @Test
    func `Device and bundle are enough`() throws {
        let request = try Self.request(#","Username":null,"AuthenticationGroup":"","RequestingApp":"""#)
        #expect(request.authenticationType == .hmac && request.authenticationGroup == "com.x")
        #expect(request.deviceType == "2" && request.username == nil && request.requestingApp == nil)
    }

    @Test(arguments: 1...7)
    func `Type of device and of authentication may be numbers`(type: Int) throws {
        let request = try Self.request(",\"DeviceType\":5,\"AuthenticationType\":\(type)")
        #expect(request.deviceType == "5" && request.authenticationType.rawValue == type)
    }

    @Test(arguments: [
        (1, true, false, false), (2, false, true, false), (3, true, true, false), (4, false, false, true),
        (5, true, false, true), (6, false, true, true), (7, true, true, true),
    ])
    func `The type of authentication says what is wanted`(type: Int, token: Bool, hmac: Bool, certificate: Bool) throws
    {
        let type = try #require(AuthenticationType(rawValue: type))
        #expect(type.wantsToken == token && type.wantsHMAC == hmac && type.wantsCertificate == certificate)
    }

    @Test(arguments: [
        (#"{"BundleId":"x"}"#, "Udid"), (#"{"Udid":"","BundleId":"x"}"#, "Udid"),
        (#"{"Udid":"a b","BundleId":"x"}"#, "Udid"),
        (#"{"Udid":5,"BundleId":"x"}"#, "Udid"), (#"{"Udid":"a"}"#, "BundleId"),
        (#"{"Udid":"a","BundleId":"/"}"#, "BundleId"),
        (#"{"Udid":"a","bundleid":"x"}"#, "BundleId"), (#"{"Udid":"a","BundleId":["x"]}"#, "BundleId"),
        (#"{"Udid":"a","BundleId":"x","AuthenticationType":"0"}"#, "AuthenticationType"),
        (#"{"Udid":"a","BundleId":"x","AuthenticationType":8}"#, "AuthenticationType"),
        (#"{"Udid":"a","BundleId":"x","RequestingApp":"a b"}"#, "RequestingApp"),
    ])
    func `What is wrong is named`(text: String, field: String) {
        #expect(failure { () throws(MessageError) in try LoginRequest(json: Data(text)) }?.field == field)
    }

    @Test(arguments: [
        #","Username":true"#, #","Password":["x"]"#, #","AuthorizationCode":true"#, #","AuthenticationType":"two""#,
        #","DeviceType":{}"#, #","RequestingApp":5"#,
    ])
    func `What a login can do without is as if it were not there, if it is of another type`(member: String) throws {
        #expect(try Self.request(member) == Self.request(""))
    }

    @Test(arguments: [
        ("Username", 1024), ("Password", 1024), ("AuthorizationCode", 16_384), ("ActivationCode", 1024),
        ("AuthenticationGroup", 255),
    ])
    func `Long values are refused, and never repeated`(field: String, limit: Int) throws {
        #expect(throws: Never.self) { try Self.request(",\"\(field)\":\"\(String(repeating: "s", count: limit))\"") }
        let error = failure { () throws(MessageError) in
            try Self.request(",\"\(field)\":\"\(String(repeating: "s", count: limit + 1))\"")
        }
        #expect(error?.field == field && error?.description.contains("sss") == false)
    }

    @Test
    func `Truncated, mutated, random and nested bodies never end the process`() {
        for part in Self.example.truncations { #expect((try? LoginRequest(json: part)) == nil) }
        for data in Self.example.mutations(1000, seed: 41) + Hostile.random(300, seed: 42) {
            if let request = try? LoginRequest(json: data) { #expect(throws: Never.self) { try request.encoded() } }
        }
        for data in Hostile.nested {
            #expect(onSmallStack { (try? LoginRequest(json: data)) == nil } == true)
        }
    }
}

/// Login: responses (DeviceServices, section 7.3).
struct LoginResponseTests {
    @Test
    func `Success and failure are those of the specification`() throws {
        var success = LoginResponse(username: "dana", userID: "317")
        success.hmacKey = SignatureVector.token
        #expect(
            try success.encoded().text
                == #"{"AWHMACKey":"\#(SignatureVector.token)","IsEulaAcceptanceRequired":"false","StatusCode":"AUTH-0","#
                + #""UserId":"317","Username":"dana"}"#)
        #expect(
            try LoginResponse(failure: .invalidCredentials).encoded().text
                == #"{"IsEulaAcceptanceRequired":"false","StatusCode":"AUTH-1001","UserId":"","Username":""}"#)
    }

    @Test
    func `Every value is a string, tokens of our own too`() throws {
        var response = LoginResponse(username: "dana", userID: "317")
        response.authenticationToken = "t"
        response.authenticationCertificate = "MIIC"
        response.accessToken = "a"
        response.tokenType = "Bearer"
        response.expiresIn = "3600"
        let object = try JSONSerialization.jsonObject(with: response.encoded()) as? [String: String]
        #expect(object?["AWAuthenticationToken"] == "t" && object?["AWAuthenticationCertificate"] == "MIIC")
        #expect(object?["AccessToken"] == "a" && object?["TokenType"] == "Bearer" && object?["ExpiresIn"] == "3600")
        #expect(try JSONDecoder().decode(LoginResponse.self, from: response.encoded()) == response)
    }

    @Test(arguments: [
        (LoginStatusCode.success, "AUTH-0"), (.invalidCredentials, "AUTH-1001"), (.accountLocked, "AUTH-1002"),
        (.accountInactive, "AUTH-1003"), (.deviceNotEnrolled, "AUTH-1004"), (.invalidToken, "AUTH-1005"),
        (.deviceNotFound, "AUTH-1006"), (.serverNotConfigured, "AUTH-1007"), (.unknown, "AUTH--1"),
    ])
    func `Codes are those of the specification`(code: LoginStatusCode, text: String) {
        #expect(code.rawValue == text && !code.reason.isEmpty)
        #expect(LoginResponse(failure: code).status == code)
    }

    @Test
    func `A code that is not listed counts as unknown, a missing one is refused`() throws {
        let members = #""Username":"","UserId":"","IsEulaAcceptanceRequired":"false""#
        let other = try JSONDecoder().decode(LoginResponse.self, from: Data("{\"StatusCode\":\"AUTH-77\",\(members)}"))
        #expect(other.status == .unknown && other.statusCode == "AUTH-77")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(LoginResponse.self, from: Data("{\(members)}")) }
    }
}
