import DeviceProtocol
import Foundation
import Testing

/// Commands: envelope (DeviceServices, section 13.4).
struct CommandEnvelopeTests {
    static let token = SignatureVector.token
    static let plaintext = Data(#"<plist version="1.0"><dict/></plist>"#)
    static let sealed = Data(
        "AAECAwQFBgcICQoLDA0ODw==:NJTT0ui12wZWlbf72aiGUBho5JvcP8GYo8Cdwqo2nf4lpWnVWLX8k+e1811IGIa/")

    @Test
    func `The vector of the specification comes out both ways`() throws {
        let sealed = try CommandEnvelope.seal(Self.plaintext, token: Self.token, vector: Data(0..<16))
        #expect(sealed == Self.sealed)
        #expect(CommandEnvelope.open(Self.sealed, token: Self.token) == Self.plaintext)
    }

    @Test
    func `Only the first 32 bytes of the token count`() {
        #expect(CommandEnvelope.open(Self.sealed, token: String(Self.token.prefix(32)) + "other") == Self.plaintext)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 1000])
    func `Texts of every length survive`(count: Int) throws {
        let plaintext = Data(repeating: 0x41, count: count)
        let sealed = try CommandEnvelope.seal(plaintext, token: Self.token)
        #expect(CommandEnvelope.open(sealed, token: Self.token) == plaintext)
        #expect(sealed.count { $0 == UInt8(ascii: ":") } == 1)
    }

    @Test
    func `Two envelopes of one text differ`() throws {
        #expect(
            try CommandEnvelope.seal(Self.plaintext, token: Self.token)
                != CommandEnvelope.seal(Self.plaintext, token: Self.token))
    }

    @Test(arguments: [
        "", ":", "::", "AAAA:AAAA", "AAECAwQFBgcICQoLDA0ODw==:", "AAECAwQFBgcICQoLDA0ODw==:AAAA", "x:y",
        #"<plist version="1.0"><dict/></plist>"#, "AAECAwQFBgcICQoLDA0ODw==:####",
        "AAECAwQFBgcICQoLDA0ODw==:NJTT0ui12wZWlbf72aiGUA==:", "AAECAwQFBgcICQoLDA0O:NJTT0ui12wZWlbf72aiGUA==",
    ])
    func `Other bodies are not opened`(text: String) {
        #expect(CommandEnvelope.open(Data(text), token: Self.token) == nil)
    }

    @Test
    func `Another token does not give back the text; a short one gives nothing`() {
        #expect(CommandEnvelope.open(Self.sealed, token: String(repeating: "x", count: 32)) != Self.plaintext)
        #expect(CommandEnvelope.open(Self.sealed, token: "short") == nil)
        #expect(throws: MessageError.self) { try CommandEnvelope.seal(Self.plaintext, token: "short") }
        #expect(throws: MessageError.self) {
            try CommandEnvelope.seal(Self.plaintext, token: Self.token, vector: Data([1]))
        }
    }

    @Test
    func `A slice of a larger buffer is opened`() {
        let buffer = Data("xx") + Self.sealed
        #expect(CommandEnvelope.open(buffer[2...], token: Self.token) == Self.plaintext)
    }
}

/// Commands: messages of clients (DeviceServices, sections 13.2 and 13.3).
struct ProcessorMessageTests {
    static func plist(_ members: [String: PropertyListValue]) throws -> Data {
        try PropertyListValue.dictionary(members).encoded(as: .binary)
    }

    static let idle: [String: PropertyListValue] = [
        "Status": .integer(4), "UDID": .string("ABC"), "CommandUUID": .string(""), "Requestor": .string("com.x"),
    ]

    @Test
    func `Idle is read from XML as a client sends it`() throws {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>Status</key><integer>4</integer><key>UDID</key><string>ABC</string>
            <key>CommandUUID</key><string></string><key>Requestor</key><string>com.x</string></dict></plist>
            """
        let message = try ProcessorMessage(propertyList: Data(xml))
        #expect(message.status == .idle && message.device.value == "abc" && message.commandUUID.isEmpty)
        #expect(message.requestor == "com.x" && message.profileList == nil && message.sampleTime == nil)
    }

    @Test(arguments: CommandStatus.allCases)
    func `Acknowledgements survive`(status: CommandStatus) throws {
        let message = ProcessorMessage(
            status: status, device: try #require(DeviceIdentifier("abc")), commandUUID: "u", requestor: "com.x",
            sampleTime: "03/05/2024 10:20:30 AM", profileList: [.dictionary(["PayloadVersion": .integer(1)])],
            certificateList: [])
        #expect(try ProcessorMessage(propertyList: message.encoded()) == message)
    }

    @Test
    func `A text that XML would alter makes the message binary`() throws {
        let message = ProcessorMessage(
            status: .error, device: try #require(DeviceIdentifier("abc")), profileList: [.string("a\r\nb")])
        let data = try message.encoded()
        #expect(data.starts(with: Data("bplist00")))
        #expect(try ProcessorMessage(propertyList: data) == message)
    }

    @Test
    func `Built-in error answers have no identifiers`() throws {
        let message = try ProcessorMessage(propertyList: Self.plist(["Status": .integer(2), "UDID": .string("a")]))
        #expect(message.status == .error && message.commandUUID.isEmpty && message.requestor.isEmpty)
    }

    @Test(arguments: [-1, 6, Int64.max])
    func `States that are not listed count as unknown`(status: Int64) throws {
        var members = Self.idle
        members["Status"] = .integer(status)
        #expect(try ProcessorMessage(propertyList: Self.plist(members)).status == .unknown)
    }

    @Test(
        "What is wrong is named, if the message needs it",
        arguments: [
            ("Status", nil), ("Status", .string("x")), ("UDID", nil), ("UDID", .string("a b")), ("UDID", .integer(1)),
            ("CommandUUID", .integer(1)), ("CommandUUID", .string(String(repeating: "x", count: 1025))),
            ("Requestor", .bool(true)),
        ] as [(String, PropertyListValue?)])
    func namesFields(field: String, value: PropertyListValue?) throws {
        var members = Self.idle
        members[field] = value
        let data = try Self.plist(members)
        #expect(failure { () throws(MessageError) in try ProcessorMessage(propertyList: data) }?.field == field)
    }

    @Test(
        arguments: [
            ("ProfileList", .dictionary([:])), ("CertificateList", .string("")), ("SampleTime", .integer(1)),
        ] as [(String, PropertyListValue)])
    func `A list or a time of another kind is as if it were not there`(field: String, value: PropertyListValue) throws {
        var members = Self.idle
        let expected = try ProcessorMessage(propertyList: Self.plist(members))
        members[field] = value
        #expect(try ProcessorMessage(propertyList: Self.plist(members)) == expected)
    }

    @Test
    func `Hostile bodies never end the process`() throws {
        let sample = try PropertyListValue.dictionary(Self.idle).encoded(as: .xml)
        for data in sample.truncations + sample.mutations(500, seed: 31) + Hostile.random(200, seed: 32) {
            _ = try? ProcessorMessage(propertyList: data)
            _ = try? CommandMessage(propertyList: data)
        }
        for data in Hostile.nested {
            #expect(onSmallStack { (try? ProcessorMessage(propertyList: data)) == nil } == true)
        }
        #expect(throws: MessageError.self) { try ProcessorMessage(propertyList: Data("<plist><array/></plist>")) }
    }
}

/// Commands: commands (DeviceServices, section 13.5).
struct CommandMessageTests {
    static let all: [CommandMessage] = [
        .installProfile(uuid: "1", payload: Data("<plist/>")), .requestProfiles(uuid: "2"),
        .uploadLogs(uuid: "3", level: -1, period: 1800), .lock(uuid: "4"),
        CommandMessage(uuid: "5", requestType: "Custom", settings: ["a": .array([.string("a\rb")])]),
        CommandMessage(uuid: "6", command: [:]),
    ]

    @Test(arguments: all)
    func `Commands survive`(command: CommandMessage) throws {
        #expect(try CommandMessage(propertyList: command.encoded()) == command)
    }

    @Test
    func `Types and extras are those of the specification`() {
        #expect(
            Self.all.map(\.requestType) == [
                "InstallProfile", "RequestProfiles", "UploadLogs", "DeviceLockSso", "Custom", nil,
            ])
        #expect(Self.all[0].command["Payload"] == .data(Data("<plist/>")))
        #expect(Self.all[2].command["LogLevel"] == .integer(-1) && Self.all[2].command["LogPeriod"] == .integer(1800))
    }

    @Test(arguments: [
        ("<dict/>", "CommandUUID"), ("<dict><key>CommandUUID</key><string>a</string></dict>", "Command"),
        ("<dict><key>CommandUUID</key><integer>1</integer></dict>", "CommandUUID"),
        ("<dict><key>CommandUUID</key><string>a</string><key>Command</key><string/></dict>", "Command"),
    ])
    func `Both keys are required`(body: String, field: String) {
        let data = Data("<plist>\(body)</plist>")
        #expect(failure { () throws(MessageError) in try CommandMessage(propertyList: data) }?.field == field)
    }
}
