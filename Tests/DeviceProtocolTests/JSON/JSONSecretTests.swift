import Foundation
import Testing

@testable import DeviceProtocol

/// Secrets in payloads of MDM profiles (AdminProfiles, "Secrets").
struct JSONSecretTests {
    @Test(arguments: [
        (#"{"Password":"x"}"#, #"{"Password":"(hidden)"}"#),
        (#"{"proxy_password":"x"}"#, #"{"proxy_password":"(hidden)"}"#),
        (#"{"Pre-Shared Key":"x"}"#, #"{"Pre-Shared Key":"(hidden)"}"#), (#"{"Password":""}"#, #"{"Password":""}"#),
        (#"{"MinPasswordLength":8,"RequirePassword":true}"#, #"{"MinPasswordLength":8,"RequirePassword":true}"#),
        (#"{"Secrets":[{"a":"x","n":null},["y"]]}"#, #"{"Secrets":[{"a":"(hidden)","n":null},["(hidden)"]]}"#),
        (#"{"Ssid":"guest","List":["a",1.50]}"#, #"{"Ssid":"guest","List":["a",1.50]}"#),
        (#"[{"Challenge":"x"}]"#, #"[{"Challenge":"(hidden)"}]"#), (#""x""#, #""x""#),
    ])
    func `Texts under a name that sounds like a secret are hidden, all else stays`(sent: String, shown: String) throws {
        let value = try JSONValue(json: Data(sent.utf8))
        #expect(String(decoding: value.hidingSecrets().encoded(), as: UTF8.self) == shown)
    }

    @Test func `The name of a value itself counts`() {
        #expect(JSONValue.string("x").hidingSecrets(named: "RemovalPassword") == .string("(hidden)"))
        #expect(JSONValue.string("x").hidingSecrets(named: "Name") == .string("x"))
    }
}
