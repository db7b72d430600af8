import DeviceProtocol
import Foundation
import Testing

/// The fields of a login one by one, in JSON and in XML.
struct LoginFieldTests {
    /// The fields on the wire, each with a value of its own.
    static let values = [
        "Username": "user", "Password": "pass", "AuthorizationCode": "code", "ActivationCode": "group",
        "Udid": "abc", "DeviceType": "5", "BundleId": "com.x", "RequestingApp": "com.y", "AuthenticationType": "7",
        "AuthenticationGroup": "auth",
    ]

    static func json(_ values: [String: String]) throws -> Result<LoginRequest, MessageError> {
        let data = try JSONEncoder().encode(values)
        return Result { () throws(MessageError) in try LoginRequest(json: data) }
    }

    static func xml(_ values: [String: String]) -> Result<LoginRequest, MessageError> {
        let body = values.sorted { $0.key < $1.key }.map { "<\($0.key)>\($0.value)</\($0.key)>" }.joined()
        return Result { () throws(MessageError) in try LoginRequest(xml: LoginRequestXMLTests.wrapped(body)) }
    }

    static func both(_ changes: [String: String?]) throws -> [Result<LoginRequest, MessageError>] {
        var changed = values
        for (name, value) in changes { changed[name] = value }
        return [try json(changed), xml(changed)]
    }

    @Test func `Every field comes from its own name`() throws {
        for result in try Self.both([:]) {
            let request = try result.get()
            #expect(request.username == "user" && request.password == "pass")
            #expect(request.authorizationCode == "code" && request.activationCode == "group")
            #expect(request.device.value == "abc" && request.deviceType == "5")
            #expect(request.bundle.value == "com.x" && request.requestingApp?.value == "com.y")
            #expect(request.authenticationType == .all && request.authenticationGroup == "auth")
        }
    }

    @Test func `A login has at most 1000 values, whatever they are`() throws {
        let known = try LoginRequest(json: try JSONEncoder().encode(Self.values)).encoded()
        func login(_ count: Int) -> Data {
            let more = Array(repeating: "1", count: count).joined(separator: ",")
            return Data(#"{"x":[\#(more)],"#.utf8) + known.dropFirst()
        }
        // The object and the list are values as well.
        let most = 1000 - Self.values.count - 2
        #expect(throws: Never.self) { try LoginRequest(json: login(most)) }
        let error = #expect(throws: MessageError.self) { try LoginRequest(json: login(most + 1)) }
        #expect(error?.reason == "JSON has more than 1000 values")
    }

    @Test func `Every field is written under its own name`() throws {
        let request = try Self.json(Self.values).get()
        #expect(try JSONDecoder().decode([String: String].self, from: request.encoded()) == Self.values)
    }

    @Test(arguments: [
        "Username", "Password", "AuthorizationCode", "ActivationCode", "DeviceType", "RequestingApp",
        "AuthenticationType", "AuthenticationGroup",
    ])
    func `A field that may be absent has its default and leaves the others alone`(field: String) throws {
        var expected = try Self.json(Self.values).get()
        switch field {
        case "Username": expected.username = nil
        case "Password": expected.password = nil
        case "AuthorizationCode": expected.authorizationCode = nil
        case "ActivationCode": expected.activationCode = nil
        case "DeviceType": expected.deviceType = "2"
        case "RequestingApp": expected.requestingApp = nil
        case "AuthenticationType": expected.authenticationType = .hmac
        default: expected.authenticationGroup = "com.x"
        }
        for result in try Self.both([field: nil]) { #expect(try result.get() == expected) }
    }

    @Test(
        arguments: [
            ("Udid", nil, "is missing"), ("Udid", "", "is missing"),
            ("Udid", "a/b", "must be \(DeviceIdentifier.rule)"),
            ("BundleId", nil, "is missing"), ("BundleId", "", "is missing"),
            ("BundleId", ".x", "must be \(BundleIdentifier.rule)"),
            ("RequestingApp", "-x", "must be \(BundleIdentifier.rule)"), ("AuthenticationType", "0", "must be 1 to 7"),
            ("AuthenticationType", "8", "must be 1 to 7"), ("AuthenticationType", "-1", "must be 1 to 7"),
            ("DeviceType", String(repeating: "2", count: 1025), "is longer than 1024 characters"),
            ("Username", String(repeating: "ä", count: 1025), "is longer than 1024 characters"),
            ("AuthenticationGroup", String(repeating: "x", count: 1025), "is longer than 1024 characters"),
        ] as [(String, String?, String)])
    func `A field that is wrong is named with what it must be`(field: String, value: String?, reason: String) throws {
        for result in try Self.both([field: value]) {
            guard case .failure(let error) = result else {
                Issue.record("was taken")
                continue
            }
            #expect(error == MessageError(reason, field: field))
        }
    }

    @Test(arguments: ["2.0", "x", "Native", ""])
    func `A way to authenticate that is no integer is the default`(value: String) throws {
        for result in try Self.both(["AuthenticationType": value]) {
            #expect(try result.get().authenticationType == .hmac)
        }
    }

    @Test(arguments: [("Udid", "must be a string"), ("BundleId", "must be a string")])
    func `A field of another kind is named if the login needs it`(field: String, reason: String) {
        for value in ["true", "[]", "{}", "[\"x\"]"] + (reason.hasSuffix("string") ? ["1"] : []) {
            let members = Self.values.filter { $0.key != field }.map { "\"\($0.key)\":\"\($0.value)\"" }
            let data = Data("{\(members.joined(separator: ",")),\"\(field)\":\(value)}")
            #expect(
                failure { () throws(MessageError) in try LoginRequest(json: data) }
                    == MessageError(reason, field: field))
        }
    }

    @Test func `Names have their exact case`() throws {
        let values = Dictionary(uniqueKeysWithValues: Self.values.map { ($0.key.lowercased(), $0.value) })
        let required = ["Udid": "a", "BundleId": "b"]
        let expected = LoginRequest(
            device: try #require(DeviceIdentifier("a")), bundle: try #require(BundleIdentifier("b")))
        #expect(try Self.json(values.merging(required) { $1 }).get() == expected)
        #expect(try Self.xml(values.merging(required) { $1 }).get() == expected)
    }

    @Test func `A request made in code names its bundle as requesting app and as group`() throws {
        let device = try #require(DeviceIdentifier("A"))
        let bundle = try #require(BundleIdentifier("Com.X"))
        let fields = try JSONDecoder().decode(
            [String: String].self, from: LoginRequest(device: device, bundle: bundle).encoded())
        #expect(
            fields == [
                "Udid": "a", "DeviceType": "2", "BundleId": "Com.X", "RequestingApp": "Com.X",
                "AuthenticationType": "2", "AuthenticationGroup": "Com.X",
            ])
        let empty = LoginRequest(device: device, bundle: bundle, authenticationGroup: "")
        #expect(empty.authenticationGroup.isEmpty)
    }
}

/// The XML form of a login: what surrounds its fields.
struct LoginXMLSyntaxTests {
    static let fields = "<Udid>a</Udid><BundleId>b</BundleId>"

    static func reason(_ text: String) -> String? {
        failure { () throws(MessageError) in try LoginRequest(xml: Data(text)) }?.description
    }

    @Test(
        arguments: [
            ("<Username> dana\n</Username>", "dana"), ("<Username><![CDATA[ a b ]]></Username>", "a b"),
            ("<Username>a&amp;b&#x20;c</Username>", "a&b c"), ("<Username/>", ""), ("<Username></Username>", ""),
            ("<Username>one</Username><Username>two</Username>", "two"), ("<Username a='/>'>x</Username>", "x"),
            ("<!-- <Username>no</Username> --><Username>x<!-- y -->z</Username>", "xz"),
            ("<username>x</username>", nil),
            ("<Other><![CDATA[</Other>]]></Other><Username>x</Username>", "x"), ("<?a b?>", nil),
        ] as [(String, String?)])
    func `A text is trimmed and resolved`(body: String, username: String?) throws {
        #expect(try LoginRequest(xml: LoginRequestXMLTests.wrapped(Self.fields + body)).username == username)
        #expect(try LoginRequest(xml: LoginRequestXMLTests.wrapped(body + Self.fields)).username == username)
    }

    @Test(arguments: [
        ("", "must be a AWAuthenticationRequest element"), ("<AWAuthenticationRequest/>", root),
        ("</AWAuthenticationRequest>", root), ("<awauthenticationrequest></awauthenticationrequest>", root),
        ("<plist>\(fields)</plist>", root), ("<AWAuthenticationRequest>\(fields)", "document ends too early"),
        ("<AWAuthenticationRequest>\(fields)</Other>", "AWAuthenticationRequest is not closed"),
        ("<AWAuthenticationRequest>\(fields)</AWAuthenticationRequest><a/>", "AWAuthenticationRequest is not closed"),
        ("<AWAuthenticationRequest>\(fields)</AWAuthenticationRequest>x", "text where a tag must be"),
        ("<AWAuthenticationRequest>x\(fields)</AWAuthenticationRequest>", "text where a tag must be"),
        ("<AWAuthenticationRequest><Udid>a</BundleId></AWAuthenticationRequest>", "Udid is not closed"),
        ("<AWAuthenticationRequest><Udid>a<b/></Udid></AWAuthenticationRequest>", "Udid is not closed"),
        ("<AWAuthenticationRequest><Udid>a<Udid>", "Udid is not closed"),
        ("<AWAuthenticationRequest><Udid>a", "document ends inside a text"),
        ("<AWAuthenticationRequest><Udid>&a;</Udid>", "reference to an entity or character that is not allowed"),
        ("<!DOCTYPE a []><AWAuthenticationRequest>", "document type with declarations of its own"),
        ("<?xml version='1.0' encoding='UTF-16'?><AWAuthenticationRequest>", "XML in an encoding other than UTF-8"),
        ("<AWAuthenticationRequest></AWAuthenticationRequest>", "Udid: is missing"),
    ])
    func `A document that is wrong is refused with its reason`(text: String, reason: String) {
        #expect(Self.reason(text) == reason)
    }

    static let root = "must be a AWAuthenticationRequest element"
}

/// The answers to logins and their words.
struct LoginAnswerTests {
    @Test func `Every field of an answer has its own name`() throws {
        let values = [
            "StatusCode": "AUTH-1005", "AWHMACKey": "k", "AWAuthenticationToken": "t",
            "AWAuthenticationCertificate": "c", "Username": "u", "UserId": "i", "IsEulaAcceptanceRequired": "e",
            "AccessToken": "a", "TokenType": "y", "ExpiresIn": "x",
        ]
        let response = try JSONDecoder().decode(LoginResponse.self, from: JSONEncoder().encode(values))
        #expect(response.status == .invalidToken && response.hmacKey == "k" && response.authenticationToken == "t")
        #expect(response.authenticationCertificate == "c" && response.username == "u" && response.userID == "i")
        #expect(response.isEulaAcceptanceRequired == "e" && response.accessToken == "a")
        #expect(response.tokenType == "y" && response.expiresIn == "x")
        #expect(try JSONDecoder().decode([String: String].self, from: response.encoded()) == values)
    }

    @Test(arguments: ["StatusCode", "Username", "UserId", "IsEulaAcceptanceRequired"])
    func `A field that every answer has must be there`(field: String) throws {
        var values = ["StatusCode": "AUTH-0", "Username": "", "UserId": "", "IsEulaAcceptanceRequired": ""]
        #expect(throws: Never.self) {
            try JSONDecoder().decode(LoginResponse.self, from: JSONEncoder().encode(values))
        }
        values[field] = nil
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(LoginResponse.self, from: JSONEncoder().encode(values))
        }
    }

    @Test func `Every outcome has words of its own`() {
        #expect(
            LoginStatusCode.allCases.map(\.reason) == [
                "success", "invalid credentials", "account locked", "account inactive", "device not MDM-enrolled",
                "invalid token", "device not found", "server configuration problem", "unknown server problem",
            ])
    }

    @Test(arguments: ["", "AUTH", "auth-0", "AUTH-1", "AUTH--1", "AUTH-1008", " AUTH-0"])
    func `A code that is not listed counts as unknown`(code: String) {
        var response = LoginResponse(username: "u", userID: "1")
        #expect(response.status == .success)
        response.statusCode = code
        #expect(response.status == .unknown)
    }
}
