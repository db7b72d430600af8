import DeviceProtocol
import Foundation
import Testing

/// Messages of key escrow (DeviceServices, section 22).
struct KeyEscrowMessageTests {
    private static let key = Data((0..<32).map { UInt8($0) }).base64EncodedString()

    private static func device() throws -> DeviceIdentifier { try #require(DeviceIdentifier("3f1c9a5d")) }

    private static func store(_ name: String, _ value: String) -> Data {
        let values = [
            "Uid": "\"3f1c9a5d\"", "DeviceKeyUsage": "2", "Algorithm": "\"AES256\"", "KeySize": "44",
            "Base64EncodedKey": "\"\(key)\"",
        ].merging([name: value]) { $1 }
        return Data("{\(values.map { "\"\($0)\":\($1)" }.joined(separator: ","))}")
    }

    @Test func `A key is stored with exactly the fields of a client`() throws {
        let request = KeyStoreRequest(device: try Self.device(), key: Self.key)
        let text = """
            {"Algorithm":"AES256","Base64EncodedKey":"\(Self.key)","DeviceKeyUsage":2,"DeviceType":"2",\
            "EnrollmentUserId":"-1","KeySize":44,"Uid":"3f1c9a5d"}
            """
        #expect(try request.encoded().text == text)
        #expect(try KeyStoreRequest(json: request.encoded()) == request)
    }

    @Test func `A retrieval has exactly the fields of a client`() throws {
        let request = KeyRetrievalRequest(device: try Self.device())
        let text = #"{"DeviceType":"2","EnrollmentUserId":"-1","KeyUsage":2,"Uid":"3f1c9a5d"}"#
        #expect(try request.encoded().text == text)
        #expect(try KeyRetrievalRequest(json: request.encoded()) == request)
        #expect(try EscrowedKey(key: "a/b+").encoded().text == #"{"Base64EncodedKey":"a/b+"}"#)
    }

    @Test(arguments: DeviceKeyAlgorithm.allCases) func `Every algorithm is taken`(algorithm: DeviceKeyAlgorithm) throws
    {
        for text in [algorithm.rawValue, algorithm.rawValue.lowercased()] {
            #expect(try KeyStoreRequest(json: Self.store("Algorithm", "\"\(text)\"")).algorithm == algorithm)
        }
    }

    @Test func `Numbers may be strings, optional fields missing, and base64 broken into lines`() throws {
        let request = try KeyStoreRequest(json: Self.store("DeviceKeyUsage", "\"1\""))
        #expect(request.usage == .content && request.enrollmentUserID == "-1" && request.deviceType == nil)
        for size in ["null", "\"many\"", "[44]"] {
            #expect(try KeyStoreRequest(json: Self.store("KeySize", size)).keySize == nil)
        }
        #expect(try KeyStoreRequest(json: Self.store("EnrollmentUserId", "-1")).enrollmentUserID == "-1")
        let lines = try KeyStoreRequest(json: Self.store("Base64EncodedKey", #""QUJD\r\nREVG""#))
        #expect(lines.key == "QUJD\r\nREVG")
    }

    @Test func `The longest key is taken, a longer one is not`() throws {
        let longest = String(repeating: "A", count: KeyStoreRequest.maximumKeyLength)
        #expect(try KeyStoreRequest(json: Self.store("Base64EncodedKey", "\"\(longest)\"")).key == longest)
        let error = failure { () throws(MessageError) in
            try KeyStoreRequest(json: Self.store("Base64EncodedKey", "\"\(longest)AAAA\""))
        }
        #expect(error?.field == "Base64EncodedKey" && error?.reason.contains("8192") == true)
    }

    @Test(arguments: [
        ("Uid", "null"), ("Uid", "\"a b\""), ("DeviceKeyUsage", "3"), ("DeviceKeyUsage", "0"),
        ("DeviceKeyUsage", "null"), ("Algorithm", "\"AES\""), ("Algorithm", "null"), ("Algorithm", "7"),
        ("Base64EncodedKey", "null"), ("Base64EncodedKey", "7"), ("Base64EncodedKey", "\"\""),
        ("Base64EncodedKey", "\"\\n\""), ("Base64EncodedKey", "\"abc\""), ("Base64EncodedKey", "\"ab c=\""),
    ])
    func `A field that is wrong is named, and the key is not repeated`(name: String, value: String) {
        let error = failure { () throws(MessageError) in try KeyStoreRequest(json: Self.store(name, value)) }
        #expect(error?.field == name)
        #expect(error?.description.contains(Self.key) == false)
    }

    @Test func `Usages have names`() {
        #expect(DeviceKeyUsage.allCases.map(\.name) == ["Content", "SDK"])
        #expect(DeviceKeyUsage(name: "sdk") == .sdk)
    }
}
